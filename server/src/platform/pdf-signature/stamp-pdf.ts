import { readDer } from '@kerb/server/platform/pdf-signature/der-reader.ts';
import { readSignedData } from '@kerb/server/platform/pdf-signature/read-cms.ts';
import { signatureIn } from '@kerb/server/platform/pdf-signature/read-pdf.ts';
import { readTimeStamp } from '@kerb/server/platform/pdf-signature/read-time-stamp.ts';
import { isAnswerFor, isListOf } from '@kerb/server/platform/pdf-signature/revocations.ts';
import { withValidationData } from '@kerb/server/platform/pdf-signature/validation-data.ts';
import { withTimeStamp } from '@kerb/server/platform/pdf-signature/write-cms.ts';
import type { TimeStamps } from '@kerb/server/platform/ports/time-stamps.ts';

const distinct = (all: readonly Buffer[]): Buffer[] =>
  all.filter((bytes, place) => all.findIndex((other) => other.equals(bytes)) === place);

/**
 * Adds the stamp of an authority to the signature of a PDF, and the certificates and revocation data with which both
 * can be checked later. No signed byte changes. Throws TimeStampsUnavailable if the authority does not answer.
 */
export async function stampPdf(pdf: Buffer, authority: TimeStamps): Promise<Buffer> {
  const { cms, digits } = signatureIn(pdf);
  const { whole } = readDer(cms);
  const { signer, certificates } = readSignedData(whole);
  const token = await authority.stamp(signer.signature);
  const stamp = readTimeStamp(token, signer.signature);
  const room = digits.end - digits.start;
  const hex = withTimeStamp(whole, token).toString('hex');
  if (hex.length > room) throw new Error('the time stamp is too long for its document');
  const stamped = Buffer.from(pdf);
  stamped.write(hex.padEnd(room, '0'), digits.start, 'latin1');
  const all = [...certificates, ...stamp.chain];
  const { lists, answers } = await authority.revocations(all);
  return withValidationData(stamped, {
    certificates: distinct(all.map(({ raw }) => raw)),
    // A list or an answer that is not by one of the issuers proves nothing.
    lists: distinct([...stamp.revocationLists, ...lists]).filter((list) => isListOf(list, all)),
    answers: distinct(answers).filter((answer) => isAnswerFor(answer, all)),
  });
}
