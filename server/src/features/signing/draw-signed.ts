import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { agreementFileName } from '@kerb/domain/loans/agreement-files.ts';
import { signedCodeAlphabet, signedCodeGroupLength, signedCodeGroups } from '@kerb/domain/signing/signed-codes.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { ExaminedFile } from '@kerb/server/features/documents/examine-file.ts';
import { storeBytes } from '@kerb/server/features/documents/keep-asset.ts';
import type { AgreementPaper } from '@kerb/server/features/signing/agreement-paper.ts';
import {
  type LogSeal,
  type SignatureEvent,
  type SignatureRow,
  signedDates,
  withSignatureRecord,
} from '@kerb/server/features/signing/signature-record.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { receiveFile } from '@kerb/server/platform/files/received-file.ts';
import { headOf } from '@kerb/server/platform/log-chain/read-chain.ts';
import { drawPdf } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { documentCertificate } from '@kerb/server/platform/pdf-signature/certificate.ts';
import { signPdf } from '@kerb/server/platform/pdf-signature/sign-pdf.ts';
import { stampPdf } from '@kerb/server/platform/pdf-signature/stamp-pdf.ts';

const letter = () => signedCodeAlphabet[randomInt(signedCodeAlphabet.length)];
const group = () => Array.from({ length: signedCodeGroupLength }, letter).join('');

/** Printed on the document. Long enough that it cannot be guessed. */
const newCode = (): string => Array.from({ length: signedCodeGroups }, group).join('-');

/** A signed document whose bytes are stored, and whose record is not written yet. */
export type StoredDocument = ExaminedFile & {
  storageKey: string;
  code: string;
  title: string;
  seal: LogSeal | null;
  /** The authority did not answer, so a job asks again. */
  waitsForStamp: boolean;
};

type Order = {
  /** Whose turn of drawing it takes. */
  owner: string;
  agreement: AgreementRecord;
  paper: AgreementPaper;
  signatures: readonly SignatureRow[];
  events: readonly SignatureEvent[];
  at: Moment;
};

function nameOf({ country }: Deps, agreement: AgreementRecord, signedDate: Day): string {
  const { id: agreementId, financeOptionCode: option, manualAgreement: isManual } = agreement;
  return agreementFileName({ country: country.code, agreementId, option, isManual, signedDate });
}

/** With the stamp of the authority. If it does not answer, the agreement is signed all the same. */
async function stamped({ timeStamps, log }: Deps, pdf: Buffer): Promise<{ bytes: Buffer; waitsForStamp: boolean }> {
  if (!timeStamps) return { bytes: pdf, waitsForStamp: false };
  try {
    return { bytes: await stampPdf(pdf, timeStamps), waitsForStamp: false };
  } catch (error) {
    log.warn({ err: error }, 'a signed agreement waits for its time stamp');
    return { bytes: pdf, waitsForStamp: true };
  }
}

/**
 * Draws the signed agreement and stores its bytes, before the last signature is written and outside of its transaction.
 * If it is interrupted here, nothing is signed, and the stored bytes cannot be read without their key.
 */
export async function storeSigned(
  deps: Deps,
  { owner, agreement, paper, signatures, events, at }: Order,
): Promise<StoredDocument> {
  const code = newCode();
  const seal = await headOf(deps.db);
  const signedDate = dayIn(agreement.tenantTimeZone, at);
  const dates = signedDates({ ...agreement, campaignFinanceSignatureDate: signedDate }, deps.country);
  const document = withSignatureRecord(
    { ...paper.document, date: at },
    { signatures, events, code, verifyUrl: `${deps.config.publicUrl}/verify`, dates, seal },
  );
  const signed = signPdf(await drawPdf(document, owner), documentCertificate(deps.config, deps.secrets), {
    name: deps.config.supplier.name,
    reason: 'The agreement as it was signed by everyone',
    at,
    seal,
  });
  const { bytes, waitsForStamp } = await stamped(deps, signed);
  const file = await receiveFile(deps.config.dataDir, Readable.from([bytes]));
  try {
    const fileName = nameOf(deps, agreement, signedDate);
    const examined = { fileName, contentType: 'application/pdf', file, scanState: 'not-scanned' } as const;
    const storageKey = await storeBytes(deps.fileStore, examined);
    return { ...examined, storageKey, code, title: paper.document.title, seal, waitsForStamp };
  } finally {
    await file.discard();
  }
}
