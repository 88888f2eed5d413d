import { day, digits, id, link, moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** A client id with which another system acts as one of the organisation's people. */
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

/** The secret is in this one answer and nowhere else. */
const newCredentialAnswer = z.extend(integrationCredential, { clientSecret: z.string() });
export const newIntegrationCredential = z.strictObject({
  user: link('/v1/users'),
  /** The last day on which it works, by the organisation's calendar. */
  expiryDate: z.optional(z.nullable(day)),
});

const oneTenant = z.object({ tenantId: digits });

// biome-ignore format: a table
export const integrationEndpoints = defineEndpoints({
  list:   { method: 'GET',    path: '/v1/tenants/{tenantId}/integration-credentials', permission: 'integration.read', summary: 'The integration credentials of an organisation', params: oneTenant, response: z.object({ items: z.array(integrationCredential) }) },
  create: { method: 'POST',   path: '/v1/tenants/{tenantId}/integration-credentials', permission: 'integration.change', summary: 'Create an integration credential; its secret is shown once', params: oneTenant, body: newIntegrationCredential, response: newCredentialAnswer, status: 201 },
  revoke: { method: 'DELETE', path: '/v1/integration-credentials/{credentialId}', permission: 'integration.change', summary: 'Revoke an integration credential; what it has given ends at once', params: z.object({ credentialId: digits }) },
});
