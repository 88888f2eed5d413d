import { digits, id, link, moment, requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

export const credentialTypes = ['logon', 'clientid'] as const;

/** A logon of a user, or the client id of a program that acts for an organisation, without the secret. */
export const credential = z.object({
  id,
  href: z.string(),
  type: z.enum(credentialTypes),
  domain: z.nullable(z.string()),
  logonIdentifier: z.string(),
  disabledSinceDate: z.nullable(moment),
  lastPasswordChangeDate: z.nullable(moment),
  lastUsageDate: z.nullable(moment),
  creationDate: moment,
  lastUpdateDate: moment,
  /** Whose it is. For a client id the manager who answers for the program, null if nobody does. */
  user: z.nullable(link('/v1/users')),
});
export type Credential = z.output<typeof credential>;

const credentialQuery = z.object({
  userId: z.optional(digits),
  /** The credentials with which other systems act for an organisation. */
  tenantId: z.optional(digits),
  type: z.optional(z.enum(credentialTypes)),
});

/** Requesting a new password gives the same answer whether or not the account exists. */
// biome-ignore format: a table
export const credentialEndpoints = defineEndpoints({
  list:          { method: 'GET',  path: '/v1/credentials', permission: 'credential.read', summary: 'List the credentials of a user or an organisation, without their secrets', query: credentialQuery, response: z.object({ items: z.array(credential), totalItems: z.int() }) },
  get:           { method: 'GET',  path: '/v1/credentials/{id}', permission: 'credential.read', summary: 'Read a credential, without its secret', params: z.object({ id: digits }), response: credential },
  resetPassword: { method: 'POST', path: '/v1/reset-password', permission: 'anyone', summary: 'Send the owner of an account a link to set a new password', body: z.strictObject({ logonIdentifier: requiredText(254) }), also: [401, 403, 429] },
});
