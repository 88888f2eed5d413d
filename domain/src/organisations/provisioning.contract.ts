import { digits, id, moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** A token with which an organisation's directory manages its members by SCIM. */
export const provisioningToken = z.object({
  id,
  createdDate: moment,
  createdByName: z.nullable(z.string()),
  expiryDate: moment,
  lastUsageDate: z.nullable(moment),
});
export type ProvisioningToken = z.output<typeof provisioningToken>;

export const provisioning = z.object({ baseUrl: z.string(), items: z.array(provisioningToken) });
/** The token is only in this answer. */
const withToken = z.extend(provisioning, { token: z.string() });

const one = z.object({ tenantId: digits });

// biome-ignore format: a table
export const provisioningEndpoints = defineEndpoints({
  list: { method: 'GET',    path: '/v1/tenants/{tenantId}/provisioning-tokens', permission: 'tenant.sign-in-rules', summary: 'List the tokens with which the directory of an organisation manages its members', params: one, response: provisioning },
  add:  { method: 'POST',   path: '/v1/tenants/{tenantId}/provisioning-tokens', permission: 'tenant.sign-in-rules', summary: 'Make a token for the directory of an organisation; it is shown once', params: one, response: withToken, proof: 'always', withoutKey: 'secret' },
  end:  { method: 'DELETE', path: '/v1/tenants/{tenantId}/provisioning-tokens/{provisioningTokenId}', permission: 'tenant.sign-in-rules', summary: 'End a token of the directory of an organisation', params: z.object({ tenantId: digits, provisioningTokenId: digits }) },
});

export const mostProvisioningTokens = 5;
export const provisioningTokenDays = 365;
