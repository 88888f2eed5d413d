import { requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** Answers the same whether or not there is such an account. */
// biome-ignore format: a table
export const credentialEndpoints = defineEndpoints({
  resetPassword: { method: 'POST', path: '/v1/reset-password', permission: 'anyone', summary: 'Send the owner of an account a link to set a new password', body: z.strictObject({ logonIdentifier: requiredText(254) }) },
});
