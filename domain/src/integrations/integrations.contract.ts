import { day, digits, id, link, moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** A client id with which another system acts as a user of the organisation. */
export const integrationCredential = z.object({
  id,
  href: z.string(),
  clientId: z.string(),
  user: link('/v1/users'),
  displayName: z.string(),
  creationDate: moment,
  lastUsageDate: z.nullable(moment),
  expiryDate: z.nullable(moment),
  disabledSinceDate: z.nullable(moment),
});
export type IntegrationCredential = z.output<typeof integrationCredential>;

/** The secret is only in this answer. */
const newCredentialAnswer = z.extend(integrationCredential, { clientSecret: z.string() });
export const newIntegrationCredential = z.strictObject({
  user: link('/v1/users'),
  /** The last day on which it works, by the organisation's calendar. */
  expiryDate: z.optional(z.nullable(day)),
});

/** RFC 6749, 4.4: the form for `/oauth/token`, with the client in it or in a Basic header. */
export const tokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.optional(z.string().check(z.maxLength(200))),
  client_secret: z.optional(z.string().check(z.maxLength(200))),
});
export const tokenAnswer = z.object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.int() });

const oneTenant = z.object({ tenantId: digits });

// biome-ignore format: a table
export const integrationEndpoints = defineEndpoints({
  list:   { method: 'GET',    path: '/v1/tenants/{tenantId}/integration-credentials', permission: 'integration.read', summary: 'List the integration credentials of an organisation', params: oneTenant, response: z.object({ items: z.array(integrationCredential) }) },
  create: { method: 'POST',   path: '/v1/tenants/{tenantId}/integration-credentials', permission: 'integration.change', summary: 'Create an integration credential; its secret is shown once', params: oneTenant, body: newIntegrationCredential, response: newCredentialAnswer, status: 201, proof: 'always' },
  revoke: { method: 'DELETE', path: '/v1/integration-credentials/{credentialId}', permission: 'integration.change', summary: 'Revoke an integration credential; its tokens stop working at once', params: z.object({ credentialId: digits }) },
});
