import { createHash, verify, X509Certificate } from 'node:crypto';
import { integer, octets, oid, sequence } from '@kerb/server/platform/pdf-signature/der.ts';
import {
  type DerValue,
  derChildren,
  expectTag,
  NotDer,
  oidText,
  readDer,
  timeOf,
} from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { algorithmNamed, issuerAndSerialOf } from '@kerb/server/platform/pdf-signature/read-cms.ts';

/** Object identifiers of OCSP (RFC 6960). */
const basicResponse = '1.3.6.1.5.5.7.48.1.1';
const responderUse = '1.3.6.1.5.5.7.3.9';

/** Responders know certificates by SHA-1. It only names them here, and proves nothing. */
const sha1Algorithm = sequence(oid('1.3.14.3.2.26'), Buffer.from([5, 0]));
const sha1 = (bytes: Buffer): Buffer => createHash('sha1').update(bytes).digest();

/** What an authority says of a certificate. `revokedAt` is null if it had not revoked it. */
export type Revocation = { revokedAt: string | null; asOf: string };

/** The bits of a public key, without the algorithm. */
function keyBitsOf({ publicKey }: X509Certificate): Buffer {
  const [, bits] = derChildren(readDer(publicKey.export({ format: 'der', type: 'spki' })));
  return expectTag(bits, 0x03, 'The public key').content.subarray(1);
}

/** The name of a certificate for a responder. */
function certificateId(certificate: X509Certificate, issuer: X509Certificate): Buffer {
  const { issuer: name, serial } = issuerAndSerialOf(certificate.raw);
  const { content } = readDer(serial);
  return sequence(sha1Algorithm, octets(sha1(name)), octets(sha1(keyBitsOf(issuer))), integer(content));
}

/** A request for the state of one certificate. Without a nonce: the answer is kept, and says when it was made. */
export const ocspRequest = (certificate: X509Certificate, issuer: X509Certificate): Buffer =>
  sequence(sequence(sequence(sequence(certificateId(certificate, issuer)))));

const isSignedBy = (body: Buffer, algorithm: DerValue, signature: Buffer, { publicKey }: X509Certificate): boolean => {
  const { hash, key } = algorithmNamed(algorithm);
  return publicKey.asymmetricKeyType === key && verify(hash, body, publicKey, signature);
};

/** The issuer itself, or a responder to whom it gave a certificate for that. */
function mayAnswerFor(issuer: X509Certificate, responder: X509Certificate, at: string): boolean {
  if (responder.raw.equals(issuer.raw)) return true;
  const time = new Date(at);
  const isValid = time >= responder.validFromDate && time <= responder.validToDate;
  return isValid && Boolean(responder.keyUsage?.includes(responderUse)) && responder.verify(issuer.publicKey);
}

function statusOf(status: DerValue | undefined): string | null {
  // Context tags: 0 is good, 1 is revoked with its time, 2 is unknown.
  if (status?.tag === 0x80) return null;
  if (status?.tag !== 0xa1) throw new NotDer('The responder does not know the certificate.');
  const [time] = derChildren(status);
  return timeOf(expectTag(time, 0x18, 'The time of the revocation'));
}

type Basic = { body: DerValue; algorithm: DerValue; signature: Buffer; certificates: X509Certificate[] };

function basicIn(answer: Buffer): Basic {
  const whole = readDer(answer);
  const [status, bytes] = derChildren(expectTag(whole, 0x30, 'The answer'));
  if (whole.whole.length !== answer.length || status?.tag !== 0x0a || status.content[0] !== 0) {
    throw new NotDer('The responder did not answer.');
  }
  const [type, response] = derChildren(
    expectTag(derChildren(expectTag(bytes, 0xa0, 'The answer'))[0], 0x30, 'The answer'),
  );
  if (!type || oidText(type) !== basicResponse) throw new NotDer('The answer is of a kind that is not known here.');
  const inner = readDer(expectTag(response, 0x04, 'The answer').content);
  const [body, algorithm, signature, extra] = derChildren(inner);
  if (!body || !algorithm || signature?.tag !== 0x03 || signature.content[0] !== 0) {
    throw new NotDer('The answer has no signature.');
  }
  const [list] = extra ? derChildren(expectTag(extra, 0xa0, 'The certificates of the responder')) : [];
  const certificates = list ? derChildren(list).map((each) => new X509Certificate(each.whole)) : [];
  return { body, algorithm, signature: signature.content.subarray(1), certificates };
}

/**
 * Reads the answer of a responder about a certificate, and checks that it is about this one and signed for its issuer.
 * Throws NotDer with the reason otherwise.
 */
export function readOcsp(answer: Buffer, certificate: X509Certificate, issuer: X509Certificate): Revocation {
  const { body, algorithm, signature, certificates } = basicIn(answer);
  const parts = derChildren(body);
  const [, producedAt, responses] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts;
  const at = timeOf(expectTag(producedAt, 0x18, 'The time of the answer'));
  const isAllowed = [issuer, ...certificates].some(
    (each) => mayAnswerFor(issuer, each, at) && isSignedBy(body.whole, algorithm, signature, each),
  );
  if (!isAllowed) throw new NotDer('The answer is not signed for the issuer of the certificate.');
  const wanted = certificateId(certificate, issuer);
  const about = derChildren(expectTag(responses, 0x30, 'The answers')).map(derChildren);
  const found = about.find(([id]) => id && isSameId(id.whole, wanted));
  if (!found) throw new NotDer('The answer is about another certificate.');
  const [, status, asOf] = found;
  return { revokedAt: statusOf(status), asOf: timeOf(expectTag(asOf, 0x18, 'The time of the state')) };
}

/** The parameters of SHA-1 may be missing or NULL, so only the hashes and the number are compared. */
function isSameId(id: Buffer, wanted: Buffer): boolean {
  const [[algorithm, ...own], [, ...others]] = [derChildren(readDer(id)), derChildren(readDer(wanted))];
  const [name] = algorithm ? derChildren(algorithm) : [];
  if (!name || oidText(name) !== '1.3.14.3.2.26' || own.length !== others.length) return false;
  return own.every(({ whole }, place) => others[place]?.whole.equals(whole));
}
