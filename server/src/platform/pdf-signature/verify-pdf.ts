import { createHash, type X509Certificate } from 'node:crypto';
import { NotDer, readDer } from '@kerb/server/platform/pdf-signature/der-reader.ts';
import {
  chainOf,
  isSelfIssued,
  oids,
  readSignedData,
  type SignedData,
  signerOf,
} from '@kerb/server/platform/pdf-signature/read-cms.ts';
import { NotSigned, type PdfSignature, signatureIn } from '@kerb/server/platform/pdf-signature/read-pdf.ts';
import { readTimeStamp, type TimeStamp } from '@kerb/server/platform/pdf-signature/read-time-stamp.ts';
import {
  isAnswerFor,
  isListOf,
  issuerOf,
  noRevocations,
  revocationOf,
} from '@kerb/server/platform/pdf-signature/revocations.ts';
import { validationDataIn } from '@kerb/server/platform/pdf-signature/validation-data.ts';
import type { Revocations } from '@kerb/server/platform/ports/time-stamps.ts';

/** 'note': nothing is wrong, and the reader should know it. */
export type Finding = { state: 'ok' | 'note' | 'failed'; text: string };

export type PdfCheck = {
  findings: Finding[];
  signature: PdfSignature | null;
  /** The certificate of the signer, its issuer and so on. */
  chain: X509Certificate[];
  timeStamp: TimeStamp | null;
};

const ok = (text: string): Finding => ({ state: 'ok', text });
const note = (text: string): Finding => ({ state: 'note', text });
const failed = (text: string): Finding => ({ state: 'failed', text });

/** 'Test Lender' from 'C=AU\nCN=Test Lender'. */
export const nameOf = (subject: string): string => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');

const fingerprint = ({ raw }: X509Certificate): string => createHash('sha256').update(raw).digest('hex');

/** Where a chain of certificates ends, and whether the reader trusts it. */
function chainFindings(
  whose: string,
  chain: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
): Finding[] {
  const last = chain.at(-1);
  if (!last) return [];
  const names = chain.map(({ subject }) => nameOf(subject)).join(', issued by ');
  const isTrusted = chain.some((each) => trusted.some(({ raw }) => raw.equals(each.raw)));
  const isReached = isTrusted || trusted.some((root) => last.checkIssued(root) && last.verify(root.publicKey));
  if (isReached) return [ok(`${whose} is ${names}. You trust this chain.`)];
  if (trusted.length > 0)
    return [failed(`${whose} is ${names}. None of the certificates that you trust is in this chain.`)];
  if (chain.length === 1 && isSelfIssued(last)) {
    return [
      note(`${whose} is ${names}. It is self-signed: no authority confirms the name. SHA-256 ${fingerprint(last)}`),
    ];
  }
  return [note(`${whose} is ${names}. Compare the last one with an authority that you trust: --trust FILE.`)];
}

/** A certificate that names an issuer in the file, which did not sign it. */
function forgedIssuer(chain: readonly X509Certificate[], all: readonly X509Certificate[]): boolean {
  const last = chain.at(-1);
  return last !== undefined && !isSelfIssued(last) && all.some(({ subject }) => subject === last.issuer);
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, time: string): boolean =>
  new Date(time) >= validFromDate && new Date(time) <= validToDate;

function timeFindings(stamp: TimeStamp | null, problem: string | null, stated: string | null): Finding[] {
  if (problem !== null) return [failed(`The time stamp is wrong: ${problem}`)];
  if (stamp) return [ok(`${nameOf(stamp.certificate.subject)} saw the signature at ${stamp.time}.`)];
  return [note(`There is no time stamp of an authority. The signer states ${stated ?? 'no time'}.`)];
}

function stampOf({ signer }: SignedData): { stamp: TimeStamp | null; problem: string | null } {
  const token = signer.unsigned.get(oids.timeStampToken);
  if (!token) return { stamp: null, problem: null };
  try {
    return { stamp: readTimeStamp(token.whole, signer.signature), problem: null };
  } catch (error) {
    if (error instanceof NotDer) return { stamp: null, problem: error.message };
    throw error;
  }
}

/** The signature is padded with zeros. Anything else there is not covered by it. */
function cmsOf({ cms }: PdfSignature): Buffer {
  const { whole } = readDer(cms);
  if (cms.subarray(whole.length).some((byte) => byte !== 0)) throw new NotDer('There are other bytes behind it.');
  return whole;
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

type Appended = { finding: Finding; revocations: Revocations };

/** Only certificates and revocation data of the signature may follow it, in the form in which we write them. */
function appendedTo(pdf: Buffer, { end }: PdfSignature, used: readonly X509Certificate[]): Appended {
  const refused = (text: string): Appended => ({ finding: failed(text), revocations: noRevocations });
  if (pdf.length === end) {
    return { finding: ok('Nothing was appended after the signature.'), revocations: noRevocations };
  }
  const data = validationDataIn(pdf, end);
  if (!data) return refused(`${pdf.length - end} bytes were appended after the signature. Nobody has signed them.`);
  const { certificates, lists, answers } = data;
  const isUsed = (bytes: Buffer) => used.some(({ raw }) => raw.equals(bytes));
  const isThere = ({ raw }: X509Certificate) => certificates.some((bytes) => bytes.equals(raw));
  if (!certificates.every(isUsed) || !used.every(isThere)) {
    return refused('The certificates after the signature are not those of the signature and of its time stamp.');
  }
  if (!lists.every((list) => isListOf(list, used)) || !answers.every((answer) => isAnswerFor(answer, used))) {
    return refused('Revocation data after the signature is not by an issuer of its certificates.');
  }
  const kept = [counted(certificates.length, 'certificate'), counted(lists.length, 'revocation list')];
  const found = `${kept.join(', ')} and ${counted(answers.length, 'answer')} of responders`;
  return {
    finding: ok(`After the signature there are ${found} for checking it later, and nothing else.`),
    revocations: data,
  };
}

/** Whether authorities had revoked a certificate, as far as the file says it. */
function revocationFindings(
  chain: readonly X509Certificate[],
  all: readonly X509Certificate[],
  revocations: Revocations,
  time: string | null,
): Finding[] {
  return chain.flatMap((certificate): Finding[] => {
    const name = nameOf(certificate.subject);
    if (isSelfIssued(certificate)) return [];
    const found = revocationOf(certificate, all, revocations);
    if (!found) {
      const isAskable = issuerOf(certificate, all) !== null;
      return isAskable ? [note(`The file does not say whether ${name} was revoked.`)] : [];
    }
    const { revokedAt, asOf } = found;
    if (revokedAt === null) return [ok(`${name} was not revoked, as its authority said at ${asOf}.`)];
    if (time !== null && time < revokedAt) {
      return [note(`${name} was revoked at ${revokedAt}, after the signature.`)];
    }
    return [failed(`${name} was revoked at ${revokedAt}, before the signature.`)];
  });
}

function checkOf(pdf: Buffer, signature: PdfSignature, trusted: readonly X509Certificate[]): PdfCheck {
  const signed = readSignedData(cmsOf(signature));
  const certificate = signerOf(signed, signature.content);
  const chain = chainOf(certificate, signed.certificates);
  const { stamp, problem } = stampOf(signed);
  const time = stamp?.time ?? signature.statedTime;
  const { seal } = signature;
  const used = [...signed.certificates, ...(stamp?.chain ?? [])];
  const { finding: appended, revocations } = appendedTo(pdf, signature, used);
  // Without a time stamp nobody knows that the signature is older than the revocation.
  const known = stamp?.time ?? null;
  return {
    signature,
    chain,
    timeStamp: stamp,
    findings: [
      ok(`The signature of ${nameOf(certificate.subject)} is over the first ${signature.end} bytes. None was changed.`),
      appended,
      ...(forgedIssuer(chain, signed.certificates)
        ? [failed('A certificate is not by the issuer that it names.')]
        : []),
      ...chainFindings('The signer', chain, trusted),
      ...revocationFindings(chain, used, revocations, known),
      ...(time !== null && !isValidAt(certificate, time)
        ? [failed(`The certificate of the signer was not valid at ${time}.`)]
        : []),
      ...timeFindings(stamp, problem, signature.statedTime),
      ...(stamp ? chainFindings('The time-stamp authority', stamp.chain, trusted) : []),
      ...(stamp ? revocationFindings(stamp.chain, used, revocations, known) : []),
      seal
        ? ok(`The paper names seal ${seal.number} of the audit log: ${seal.number}:${seal.hash}`)
        : note('The paper names no seal of the audit log that a program can read.'),
    ],
  };
}

/** Checks a signed PDF with nothing but its bytes and the certificates that the reader trusts. */
export function verifyPdf(pdf: Buffer, trusted: readonly X509Certificate[] = []): PdfCheck {
  try {
    return checkOf(pdf, signatureIn(pdf), trusted);
  } catch (error) {
    const isKnown = error instanceof NotDer || error instanceof NotSigned;
    // Node.js refuses a certificate or a key that is no longer one.
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!isKnown && !code.startsWith('ERR_OSSL') && !code.startsWith('ERR_CRYPTO')) throw error;
    const reason = isKnown ? error.message : 'A certificate or a key in it cannot be read.';
    return { findings: [failed(`The signature is wrong: ${reason}`)], signature: null, chain: [], timeStamp: null };
  }
}
