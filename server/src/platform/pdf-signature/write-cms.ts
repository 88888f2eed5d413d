import { sign } from 'node:crypto';
import type { DocumentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { explicit, integer, octets, oid, sequence, setOf, tagged } from '@kerb/server/platform/pdf-signature/der.ts';
import { derChildren, expectTag, NotDer, readDer } from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { oids } from '@kerb/server/platform/pdf-signature/read-cms.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';

export const sha256Algorithm = sequence(oid('2.16.840.1.101.3.4.2.1'));
const number = (value: number) => integer(Buffer.from([value]));
const algorithms: Record<string, Buffer> = {
  ec: sequence(oid('1.2.840.10045.4.3.2')),
  rsa: sequence(oid('1.2.840.113549.1.1.11'), Buffer.from([5, 0])),
};

type Signed = {
  content: Buffer;
  contentType?: string;
  /** Whether the content is inside of the signature. */
  isInside?: boolean;
};

/**
 * A CMS signature in CAdES form (RFC 5652, RFC 5035). It binds the signer's certificate to the signed bytes.
 */
export function signCms(
  { content, contentType = oids.data, isInside = false }: Signed,
  { der, chain, issuer, serial, key }: DocumentCertificate,
): Buffer {
  const attributes = [
    sequence(oid(oids.contentType), setOf(oid(contentType))),
    sequence(oid(oids.messageDigest), setOf(octets(sha256(content)))),
    sequence(oid(oids.signingCertificateV2), setOf(sequence(sequence(sequence(octets(sha256(der))))))),
  ];
  const asSet = setOf(...attributes);
  const algorithm = algorithms[key.asymmetricKeyType ?? ''];
  if (!algorithm) throw new Error('documents are signed with an EC or an RSA key');
  const signer = sequence(
    number(1),
    sequence(issuer, serial),
    sha256Algorithm,
    // The attributes are signed as a SET, and then written with the tag [0] instead of SET.
    Buffer.concat([Buffer.from([0xa0]), asSet.subarray(1)]),
    algorithm,
    octets(sign('sha256', asSet, key)),
  );
  const signed = sequence(
    number(contentType === oids.data ? 1 : 3),
    setOf(sha256Algorithm),
    sequence(oid(contentType), ...(isInside ? [explicit(0, octets(content))] : [])),
    tagged(0xa0, ...[der, ...chain].toSorted(Buffer.compare)),
    setOf(signer),
  );
  return sequence(oid(oids.signedData), explicit(0, signed));
}

/** The same signature with a time stamp over it, as an unsigned attribute (RFC 3161, appendix A). */
export function withTimeStamp(cms: Buffer, token: Buffer): Buffer {
  const [type, outer] = derChildren(readDer(cms));
  const [body] = derChildren(expectTag(outer, 0xa0, 'The signature'));
  const parts = derChildren(expectTag(body, 0x30, 'The signature'));
  const [signer] = derChildren(expectTag(parts.at(-1), 0x31, 'The signer'));
  if (!type || !signer) throw new NotDer('The signature has no signer.');
  const kept = derChildren(signer).filter(({ tag }) => tag !== 0xa1);
  const attribute = sequence(oid(oids.timeStampToken), setOf(token));
  const stamped = sequence(...kept.map(({ whole }) => whole), tagged(0xa1, attribute));
  const before = parts.slice(0, -1).map(({ whole }) => whole);
  return sequence(type.whole, explicit(0, sequence(...before, setOf(stamped))));
}
