import { randomBytes } from 'node:crypto';
import type { DocumentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { boolean, integer, octets, oid, sequence, tagged } from '@kerb/server/platform/pdf-signature/der.ts';
import { derChildren, expectTag, NotDer, readDer } from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { oids } from '@kerb/server/platform/pdf-signature/read-cms.ts';
import { readTimeStamp } from '@kerb/server/platform/pdf-signature/read-time-stamp.ts';
import { sha256Algorithm, signCms } from '@kerb/server/platform/pdf-signature/write-cms.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';

const one = integer(Buffer.from([1]));

/** A positive number of 16 bytes. */
const newNumber = (): Buffer => {
  const bytes = randomBytes(16);
  bytes[0] = (bytes.readUInt8(0) & 0x7f) | 0x40;
  return bytes;
};

export type StampRequest = { bytes: Buffer; nonce: Buffer };

/** A request for a time stamp (RFC 3161) over the SHA-256 of some bytes, which asks for the certificates too. */
export function stampRequest(stamped: Buffer): StampRequest {
  const nonce = newNumber();
  const imprint = sequence(sha256Algorithm, octets(sha256(stamped)));
  return { nonce, bytes: sequence(one, imprint, integer(nonce), boolean(true)) };
}

/** The token in the answer of an authority. Throws NotDer if it refuses, or if its stamp is not the one asked for. */
export function tokenIn(answer: Buffer, stamped: Buffer, { nonce }: Pick<StampRequest, 'nonce'>): Buffer {
  const [statusInfo, token] = derChildren(readDer(answer));
  const [status] = derChildren(expectTag(statusInfo, 0x30, 'The status of the answer'));
  const value = expectTag(status, 0x02, 'The status of the answer').content[0] ?? 2;
  if (value > 1 || !token) throw new NotDer(`The authority refused to stamp (status ${value}).`);
  const read = readTimeStamp(token.whole, stamped);
  if (!read.nonce?.equals(nonce)) throw new NotDer('The time stamp answers another request.');
  return token.whole;
}

/** 'YYYYMMDDHHMMSSZ' */
const generalizedTime = (moment: string): Buffer =>
  tagged(0x18, Buffer.from(`${moment.slice(0, 19).replace(/[-:T]/g, '')}Z`));

/** The arc of private enterprises for documentation (RFC 5612). */
const sandboxPolicy = '1.3.6.1.4.1.32473.1';

/** The answer of an authority to a request. */
export function answerStamp(request: Buffer, authority: DocumentCertificate, now: string): Buffer {
  const [, imprint, ...rest] = derChildren(readDer(request));
  const nonce = rest.find(({ tag }) => tag === 0x02);
  const info = sequence(
    one,
    oid(sandboxPolicy),
    expectTag(imprint, 0x30, 'The hash to stamp').whole,
    integer(newNumber()),
    generalizedTime(now),
    ...(nonce ? [nonce.whole] : []),
  );
  const token = signCms({ content: info, contentType: oids.timeStampInfo, isInside: true }, authority);
  return sequence(sequence(integer(Buffer.from([0]))), token);
}
