/** The smallest environment with which a server starts outside a sandbox. */
export const productionEnv = {
  NODE_ENV: 'production',
  SANDBOX: 'off',
  PUBLIC_URL: 'https://kerb.example',
  TRUST_PROXY: 'on',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
};
