import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { must } from '@kerb/domain/kernel/must.ts';
import { certificatesIn, ownCertificate } from '@kerb/server/platform/config/certificates-in.ts';
import type { Config } from '@kerb/server/platform/config.ts';
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

/**
 * A certificate in DER, its issuer and serial number, and its private key. `chain` has the certificates of its
 * authorities: a reader without a network needs them to trust the signature.
 */
export type DocumentCertificate = { der: Buffer; chain: Buffer[]; issuer: Buffer; serial: Buffer; key: KeyObject };

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
const commonName = oid('2.5.4.3');
/** The key signs documents (digitalSignature) that its owner cannot deny (nonRepudiation). Critical (RFC 5280). */
const keyUsage = sequence(oid('2.5.29.15'), boolean(true), octets(tagged(0x03, Buffer.from([6, 0b1100_0000]))));

/** Derives the key from the deployment's secret, so that it is always the same and need not be stored. */
function keyOf(secrets: Secrets): KeyObject {
  const scalar = sha256(secrets.derive('document-signing', 'key'));
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

/**
 * The self-signed certificate of a deployment that has configured none. It states the deployment's name, but no
 * authority confirms it.
 */
function selfSigned(secrets: Secrets, name: string): DocumentCertificate {
  const key = keyOf(secrets);
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const publicKey = sequence(sequence(oid('1.2.840.10045.2.1'), oid('1.2.840.10045.3.1.7')), bits(point));
  const issuer = sequence(setOf(sequence(commonName, text(name))));
  const serial = integer(Buffer.concat([Buffer.from([1]), sha256(point).subarray(0, 15)]));
  const validity = sequence(utcTime('2026-01-01T00:00:00.000Z'), utcTime('2046-01-01T00:00:00.000Z'));
  const version = explicit(0, integer(Buffer.from([2])));
  const extensions = explicit(3, sequence(keyUsage));
  const body = sequence(version, serial, ecdsaWithSha256, issuer, validity, issuer, publicKey, extensions);
  const der = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, key)));
  return { der, chain: [], issuer, serial, key };
}

/** Reads the serial number and the issuer from a certificate. */
function namesIn(der: Buffer): Pick<DocumentCertificate, 'issuer' | 'serial'> {
  const at = (offset: number) => {
    const first = der.readUInt8(offset + 1);
    const extra = first < 0x80 ? 0 : first & 0x7f;
    const length = extra === 0 ? first : der.readUIntBE(offset + 2, extra);
    return { content: offset + 2 + extra, end: offset + 2 + extra + length };
  };
  const body = at(at(0).content);
  const first = at(body.content);
  const serialAt = der[body.content] === 0xa0 ? first.end : body.content;
  const serialEnd = at(serialAt).end;
  const issuerAt = at(serialEnd).end;
  return { serial: der.subarray(serialAt, serialEnd), issuer: der.subarray(issuerAt, at(issuerAt).end) };
}

export function documentCertificate(
  config: Pick<Config, 'documentCertificate' | 'supplier'>,
  secrets: Secrets,
): DocumentCertificate {
  if (!config.documentCertificate) return selfSigned(secrets, config.supplier.name);
  const key = createPrivateKey(config.documentCertificate.key);
  const all = certificatesIn(config.documentCertificate.certificate);
  const { raw: der } = must(ownCertificate(all, key), 'a certificate for the key');
  const chain = all.map(({ raw }) => raw).filter((raw) => !raw.equals(der));
  return { der, chain, key, ...namesIn(der) };
}
