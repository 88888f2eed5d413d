import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the parameters that every authenticator app supports. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 };
/** RFC 4226 asks for 160 bits. */
const secretBytes = 20;
/** The step before is accepted too: people type slowly. A code of the future is not (RFC 6238, section 5.2). */
const nearbySteps = 1;

/** A copy, because a Buffer may be a window into a larger memory. */
const secretOf = (bytes: Buffer): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });

export const newSecret = (): Buffer => randomBytes(secretBytes);

/** The 30-second step whose password was typed, or null. The caller stores it, so that each password works once. */
export function stepOfPassword(secret: Buffer, typed: string, milliseconds: number): number | null {
  // otpauth throws if six characters are more than six bytes.
  if (!/^\d{6}$/.test(typed)) return null;
  const check = { ...parameters, secret: secretOf(secret), timestamp: milliseconds };
  const delta = TOTP.validate({ ...check, token: typed, window: nearbySteps });
  return delta === null || delta > 0 ? null : TOTP.counter(check) + delta;
}

/** RFC 4648 without padding: the format in which a person types the secret into an app. */
export const base32 = (secret: Buffer): string => secretOf(secret).base32;

/** The URI in the QR code, in the format that authenticator apps read. */
export const keyUri = (secret: Buffer, { issuer, account }: { issuer: string; account: string }): string =>
  new TOTP({ ...parameters, secret: secretOf(secret), issuer, label: account }).toString();
