import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import {
  bits,
  boolean,
  explicit,
  integer,
  octets,
  oid,
  sequence,
  setOf,
  tagged,
  text,
  utcTime,
} from '@kerb/server/platform/pdf-signature/der.ts';
import { type Secrets, sha256 } from '@kerb/server/platform/secrets.ts';

export const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));

/** Bits of keyUsage (RFC 5280), the first bit is the highest. */
// biome-ignore format: a table
const uses = {
  /** Signs documents that its owner cannot deny. */
  documents:  { unused: 6, bits: 0b1100_0000 },
  /** Signs certificates and revocation lists. */
  authority:  { unused: 1, bits: 0b0000_0110 },
  timeStamps: { unused: 7, bits: 0b1000_0000 },
} as const;

const extension = (id: string, value: Buffer) => sequence(oid(id), boolean(true), octets(value));
const keyUsage = ({ unused, bits: used }: { unused: number; bits: number }) =>
  extension('2.5.29.15', tagged(0x03, Buffer.from([unused, used])));

/** The critical extensions of each kind of certificate. */
const extensionsOf: Record<keyof typeof uses, Buffer[]> = {
  documents: [keyUsage(uses.documents)],
  authority: [extension('2.5.29.19', sequence(boolean(true))), keyUsage(uses.authority)],
  timeStamps: [keyUsage(uses.timeStamps), extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.8')))],
};

/** Derives a key from the deployment's secret, so that it is always the same and need not be stored. */
export function derivedKey(secrets: Secrets, what: string): KeyObject {
  const scalar = sha256(secrets.derive('document-signing', what));
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(scalar);
  const point = ecdh.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: scalar.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

export const nameOfCertificate = (name: string): Buffer => sequence(setOf(sequence(oid('2.5.4.3'), text(name))));

function pointOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

type Order = { use: keyof typeof uses; name: string; key: KeyObject; by?: { name: string; key: KeyObject } };

/** A certificate of a key on P-256, by another one or by itself. Always the same but for its signature. */
export function makeCertificate({ use, name, key, by = { name, key } }: Order) {
  const point = pointOf(key);
  const publicKey = sequence(sequence(oid('1.2.840.10045.2.1'), oid('1.2.840.10045.3.1.7')), bits(point));
  const issuer = nameOfCertificate(by.name);
  const serial = integer(Buffer.concat([Buffer.from([1]), sha256(point).subarray(0, 15)]));
  const validity = sequence(utcTime('2026-01-01T00:00:00.000Z'), utcTime('2046-01-01T00:00:00.000Z'));
  const version = explicit(0, integer(Buffer.from([2])));
  const extensions = explicit(3, sequence(...extensionsOf[use]));
  const subject = nameOfCertificate(name);
  const body = sequence(version, serial, ecdsaWithSha256, issuer, validity, subject, publicKey, extensions);
  const der = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, by.key)));
  return { der, chain: [], issuer, serial, key };
}

/** A revocation list of an authority in which no certificate is revoked. */
export function emptyRevocationList({ name, key }: { name: string; key: KeyObject }): Buffer {
  const times = [utcTime('2026-01-01T00:00:00.000Z'), utcTime('2046-01-01T00:00:00.000Z')];
  const body = sequence(integer(Buffer.from([1])), ecdsaWithSha256, nameOfCertificate(name), ...times);
  return sequence(body, ecdsaWithSha256, bits(sign('sha256', body, key)));
}
