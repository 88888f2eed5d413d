import { createHmac, randomBytes } from 'node:crypto';
import { isSame } from '@kerb/server/platform/secrets.ts';

/** RFC 6238 with the values that every authenticator app supports: SHA-1, six digits, thirty seconds. */
const stepMs = 30_000;
const digits = 6;
/** RFC 4226 asks for 160 bits. */
const secretBytes = 20;
/** Phones' clocks are slightly early or late, and people type slowly. */
const nearbySteps = [0, -1, 1] as const;
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newSecret = (): Buffer => randomBytes(secretBytes);
export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / stepMs);

export function oneTimePassword(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The step of the typed password, if it is the current step or a neighbour; null otherwise. */
export function stepOfPassword(secret: Buffer, typed: string, milliseconds: number): number | null {
  const now = stepAt(milliseconds);
  const found = nearbySteps.filter((nearby) =>
    isSame(Buffer.from(oneTimePassword(secret, now + nearby)), Buffer.from(typed)),
  );
  return found.length === 0 ? null : now + found[0]!;
}

/** RFC 4648 without padding: the format in which apps accept a typed secret. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The content of the QR code: the URI format that authenticator apps share. */
export function keyUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
