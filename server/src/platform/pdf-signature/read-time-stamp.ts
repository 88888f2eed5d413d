import { createHash, type X509Certificate } from 'node:crypto';
import { derChildren, expectTag, NotDer, readDer, timeOf } from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { chainOf, hashNamed, oids, readSignedData, signerOf } from '@kerb/server/platform/pdf-signature/read-cms.ts';

/** A time stamp of an authority (RFC 3161): when it saw a hash. */
export type TimeStamp = {
  time: string;
  /** The stamp itself, in DER. */
  token: Buffer;
  serial: Buffer;
  nonce: Buffer | null;
  certificate: X509Certificate;
  chain: X509Certificate[];
  revocationLists: Buffer[];
};

/** The use of a key that makes a certificate one of a time-stamp authority. */
const timeStamping = '1.3.6.1.5.5.7.3.8';

/**
 * Reads a time stamp and checks that it is for these bytes, signed by the certificate in it, and that this certificate
 * is for time stamps and was valid then. Throws NotDer with the reason otherwise.
 */
export function readTimeStamp(token: Buffer, stamped: Buffer): TimeStamp {
  const signed = readSignedData(token);
  if (signed.contentType !== oids.timeStampInfo || !signed.content) throw new NotDer('This is no time stamp.');
  const certificate = signerOf(signed, signed.content);
  if (!certificate.keyUsage?.includes(timeStamping))
    throw new NotDer('The time stamp is not by a time-stamp authority.');
  const [, , imprint, serial, time, ...rest] = derChildren(readDer(signed.content));
  const [algorithm, hash] = derChildren(expectTag(imprint, 0x30, 'The stamped hash'));
  if (!algorithm || !serial || !time) throw new NotDer('The time stamp is not complete.');
  const actual = createHash(hashNamed(algorithm)).update(stamped).digest();
  if (!expectTag(hash, 0x04, 'The stamped hash').content.equals(actual)) {
    throw new NotDer('The time stamp is for other bytes.');
  }
  const at = timeOf(time);
  if (new Date(at) < certificate.validFromDate || new Date(at) > certificate.validToDate) {
    throw new NotDer('The certificate of the time-stamp authority was not valid at that time.');
  }
  return {
    time: at,
    token,
    serial: serial.content,
    nonce: rest.find(({ tag }) => tag === 0x02)?.content ?? null,
    certificate,
    chain: chainOf(certificate, signed.certificates),
    revocationLists: signed.revocationLists,
  };
}
