import { requestOptions, usedCredential } from '@kerb/domain/session/passkeys.contract.ts';
import { longestPassword } from '@kerb/domain/session/password.ts';
import { tokens } from '@kerb/domain/session/session.contract.ts';
import { requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/**
 * The password; with two-step login also a code of the app, or a recovery code. Or a passkey; if it did not verify its
 * owner by a fingerprint, a face or a PIN, with the password.
 */
export const proofOfIdentity = z.strictObject({
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(longestPassword))),
  code: z.optional(requiredText(30)),
  passkey: z.optional(usedCredential),
});
export type ProofOfIdentity = z.output<typeof proofOfIdentity>;

// biome-ignore format: a table
export const proofEndpoints = defineEndpoints({
  prove: { method: 'POST', path: '/v1/session/prove', permission: 'session.prove', summary: 'Confirm with your password, and with two-step login a code, or with a passkey, that it is you; returns new tokens', body: proofOfIdentity, response: tokens, withoutKey: 'secret' },
  begin: { method: 'POST', path: '/v1/session/prove/begin', permission: 'session.prove', summary: 'What your browser needs to confirm with a passkey that it is you', response: requestOptions, withoutKey: 'reads' },
});
