/** The smallest environment with which a server starts outside a sandbox. */
export const productionEnv = {
  NODE_ENV: 'production',
  SANDBOX: 'off',
  SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
};
