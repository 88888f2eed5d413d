import type { Reading } from '@kerb/server/platform/config/read-variables.ts';

export type IdentitySettings = { url: string; apiKey: string; customerId: string; portalUrl: string };

export function identityOf({ values, mistakes }: Reading): IdentitySettings | null {
  const { IDENTITY_URL: url, IDENTITY_API_KEY: apiKey, IDENTITY_CUSTOMER_ID: customerId } = values;
  if (!url) return null;
  if (apiKey && customerId) return { url, apiKey, customerId, portalUrl: values.IDENTITY_PORTAL_URL ?? url };
  mistakes.push('IDENTITY_URL is set: set IDENTITY_API_KEY and IDENTITY_CUSTOMER_ID too.');
  return null;
}

export type AddressfinderSettings = { url: string; key: string; secret: string };

export function addressfinderOf({ values, mistakes }: Reading): AddressfinderSettings | null {
  const { ADDRESSFINDER_URL: url, ADDRESSFINDER_KEY: key, ADDRESSFINDER_SECRET: secret } = values;
  if (key && secret) return { url, key, secret };
  if (key) mistakes.push('ADDRESSFINDER_KEY is set: set ADDRESSFINDER_SECRET too.');
  if (secret) mistakes.push('ADDRESSFINDER_SECRET is set: set ADDRESSFINDER_KEY too.');
  return null;
}
