import { longestPassword } from '@kerb/domain/session/password.ts';
import { requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

export const recoveryCodeCount = 10;

/** The state of an account's second factor. */
export const secondFactor = z.object({
  /** With an authenticator app, a passkey or both. */
  isOn: z.boolean(),
  hasApp: z.boolean(),
  passkeys: z.int(),
  /** True: the second factor cannot be switched off. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** True for somebody who logs in with passkeys and has never chosen a password. */
  isPasswordless: z.optional(z.boolean()),
});
export type SecondFactor = z.output<typeof secondFactor>;

/** What an authenticator app needs: a QR code, or a key to type without a camera. */
export const secondFactorSetUp = z.object({
  secret: z.string(),
  uri: z.string(),
  /** Dark squares, as an SVG path in a square of `size`. */
  qrCode: z.object({ size: z.int(), path: z.string() }),
});
export type SecondFactorSetUp = z.output<typeof secondFactorSetUp>;

const typedPassword = z.string().check(z.minLength(1), z.maxLength(longestPassword));
export const ownPassword = z.strictObject({ password: typedPassword });
export const appCode = z.strictObject({ code: requiredText(30) });
export const passwordAndCode = z.strictObject({ password: typedPassword, code: requiredText(30) });
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

// biome-ignore format: a table
export const secondFactorEndpoints = defineEndpoints({
  begin:         { method: 'POST', path: '/v1/account/second-factor/begin', permission: 'account.change', summary: 'Begin to set up your own second factor', body: ownPassword, response: secondFactorSetUp, withoutKey: 'secret' },
  confirm:       { method: 'POST', path: '/v1/account/second-factor/confirm', permission: 'account.change', summary: 'Turn the second factor on with a code of the app; returns the recovery codes once', body: appCode, response: recoveryCodes, withoutKey: 'secret' },
  recoveryCodes: { method: 'POST', path: '/v1/account/second-factor/recovery-codes', permission: 'account.change', summary: 'Make new recovery codes; the old ones stop working', body: passwordAndCode, response: recoveryCodes, withoutKey: 'secret' },
  turnOff:       { method: 'POST', path: '/v1/account/second-factor/turn-off', permission: 'account.change', summary: 'Turn off your own second factor', body: passwordAndCode, withoutKey: 'code' },
});
