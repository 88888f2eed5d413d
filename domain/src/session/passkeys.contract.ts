import { digits, id, moment, requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** A passkey of the user, without its key. */
export const passkey = z.object({
  id,
  href: z.string(),
  name: z.string(),
  /** Whether it is synchronised between devices, for example by a password manager. */
  isBackedUp: z.boolean(),
  createdDate: moment,
  lastUsedDate: z.nullable(moment),
});
export type Passkey = z.output<typeof passkey>;

const base64url = (longest: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(longest));
const credentialId = base64url(1_400);
const keyType = z.literal('public-key');
const transport = z.string().check(z.regex(/^[a-z-]{1,20}$/));
const described = z.object({ id: credentialId, type: keyType, transports: z.array(transport) });

/** Required of a passkey that is used without a password. */
const wanted = z.enum(['required', 'preferred']);

/** What the browser needs to make a passkey: the JSON form of WebAuthn's creation options. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: keyType, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(described),
  authenticatorSelection: z.object({ residentKey: wanted, userVerification: wanted }),
  attestation: z.literal('none'),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** What the browser needs to use a passkey: the JSON form of WebAuthn's request options. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.array(described),
});
export type RequestOptions = z.output<typeof requestOptions>;

const ofBrowser = { id: credentialId, rawId: credentialId, type: keyType };

/** The browser's answer to the creation options. What else it sends is ignored. */
export const madeCredential = z.object({
  ...ofBrowser,
  response: z.object({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(40_000),
    transports: z.optional(z.array(transport).check(z.maxLength(10))),
  }),
});
export type MadeCredential = z.output<typeof madeCredential>;

/** The browser's answer to the request options. */
export const usedCredential = z.object({
  ...ofBrowser,
  response: z.object({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(4_000),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
});
export type UsedCredential = z.output<typeof usedCredential>;

export const longestPasskeyName = 60;
const name = requiredText(longestPasskeyName);

/** `userHandle` is `user.id` of the options. */
export const newPasskey = z.strictObject({ name, userHandle: base64url(100), credential: madeCredential });
export type NewPasskey = z.output<typeof newPasskey>;
export const savedPasskey = z.strictObject({ name });

/** The recovery codes are there if the person had none. They are shown once. */
const addedPasskey = z.object({ passkey, recoveryCodes: z.optional(z.array(z.string())) });
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const onePasskey = z.object({ id: digits });

// biome-ignore format: a table
export const passkeyEndpoints = defineEndpoints({
  list:          { method: 'GET',    path: '/v1/account/passkeys', permission: 'account.read', summary: 'List your own passkeys', response: z.object({ items: z.array(passkey) }) },
  begin:         { method: 'POST',   path: '/v1/account/passkeys/begin', permission: 'account.change', summary: 'Begin to add a passkey: what your browser needs to make one', response: creationOptions, proof: 'always', withoutKey: 'secret' },
  add:           { method: 'POST',   path: '/v1/account/passkeys', permission: 'account.change', summary: 'Add the passkey that your browser has made; turns two-step login on', body: newPasskey, response: addedPasskey, status: 201, proof: 'always', withoutKey: 'secret' },
  rename:        { method: 'PUT',    path: '/v1/account/passkeys/{id}', permission: 'account.change', summary: 'Give one of your passkeys another name', params: onePasskey, body: savedPasskey, response: passkey },
  remove:        { method: 'DELETE', path: '/v1/account/passkeys/{id}', permission: 'account.change', summary: 'Remove one of your passkeys', params: onePasskey, proof: 'always' },
  recoveryCodes: { method: 'POST',   path: '/v1/account/passkeys/recovery-codes', permission: 'account.change', summary: 'Make new recovery codes, if you have a passkey; the old ones stop working', response: recoveryCodes, proof: 'always', withoutKey: 'secret' },
});
