import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type Day, type Moment, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { type LoanDateFields, loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { paperWords } from '@kerb/domain/payments/paper-words.ts';
import type { SignatureEventKind } from '@kerb/server/platform/database/column-types.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import type { PdfBlock, PdfDocument, PdfFact } from '@kerb/server/platform/pdf/pdf-document.ts';
import type { Selectable } from 'kysely';

export type SignatureRow = Omit<Selectable<Schema['signatures']>, 'id' | 'voidedDate'>;
export type SignatureEvent = { signatoryId: number; date: Moment; kind: SignatureEventKind; channel: string | null };

const eventWords: Record<SignatureEventKind, string> = {
  'code-sent': 'Code sent',
  'code-entered': 'Code entered',
  'code-failed': 'Wrong code entered',
  signed: 'Signed',
  voided: 'An earlier signature ended',
  'copy-delivered': 'Copy delivered',
};

const inUtc = (moment: Moment): string => `${moment.slice(0, 19).replace('T', ' ')} UTC`;

/** On behalf of an absent person another person enters the code. */
const signerRow = ({ isOnBehalf, legalName, signingUserName, signingUserEmail }: SignatureRow): PdfFact =>
  isOnBehalf
    ? ['Signed for', `${legalName} by ${signingUserName}, ${signingUserEmail}`]
    : ['Signed in as', `${signingUserName}, ${signingUserEmail}`];

/** An absent person has confirmed nothing while signing. They agreed to the same terms when they applied. */
const consentRow = ({ isOnBehalf, consent, consentDate }: SignatureRow): PdfFact =>
  isOnBehalf
    ? ['Agreed to when applying', [consentDate && inUtc(consentDate), consent].filter(Boolean).join(': ')]
    : ['Confirmed', consent];

function rowsOf(signature: SignatureRow, events: readonly SignatureEvent[]): PdfFact[] {
  const own = events.filter(({ signatoryId }) => signatoryId === signature.signatoryId);
  const contact = signature.authorisationType === 'sms' ? (signature.mobilePhone ?? '') : signature.emailAddress;
  const verified = signature.contactVerifiedDate ? `, verified ${inUtc(signature.contactVerifiedDate)}` : '';
  return [
    ['Email', signature.emailAddress],
    [
      'Authorised by',
      `code by ${signature.authorisationType === 'sms' ? 'text message' : 'email'} to ${contact}${verified}`,
    ],
    ['Signed', `${signature.localTime} (${inUtc(signature.signatureDate)})`],
    signerRow(signature),
    [
      'From',
      [signature.ipAddress, signature.signInId && `session ${signature.signInId}`].filter(Boolean).join(', ') || '–',
    ],
    ['Browser', signature.userAgent ?? '–'],
    ['Position', signature.geoLocation ?? `none: ${signature.geoRefusal ?? 'not given'}`],
    ['Terms', `${signature.termsVersion}, SHA-256 ${signature.termsSha256}`],
    ['Document before', `SHA-256 ${signature.documentSha256}`],
    consentRow(signature),
    ['Events', own.map(({ date, kind }) => `${eventWords[kind]} ${inUtc(date)}`).join('; ')],
  ];
}

export type SignedLoan = LoanDateFields & { tenantName: string };

/** The days that follow from the rule in the schedule, once the last signature is known. */
export function signedDates(
  loan: SignedLoan,
  { locale, longestLoanDays }: Pick<CountryRules, 'locale' | 'longestLoanDays'>,
): PdfBlock[] {
  const { campaignFinanceSignatureDate: signed, campaignFinanceDrawdownDate: drawn } = loan;
  if (signed === null) return [];
  const { start, latestEnd } = loanDates(loan, { longestLoanDays });
  const day = (value: Day) => writtenDay(value, locale);
  const started: PdfFact[] =
    start && latestEnd
      ? [
          [
            'Loan starts',
            drawn ? day(start) : `${day(start)}, or on the day on which we pay ${loan.tenantName}, if that is later`,
          ],
          ['Loan ends at the latest', drawn ? day(latestEnd) : `${day(latestEnd)}, if it starts on ${day(start)}`],
        ]
      : [];
  return [
    { kind: 'heading', text: 'Dates' },
    { kind: 'facts', rows: [['Last signature', day(signed)], ...started] },
  ];
}

/** The newest seal of the audit log. */
export type LogSeal = { number: number; sealedDate: Moment; hash: Buffer };

/** A person who has the document can show later that the log was changed. */
function sealOf(seal: LogSeal | null): PdfBlock[] {
  if (!seal) return [];
  const { number, sealedDate, hash } = seal;
  return [
    { kind: 'heading', text: 'Audit log' },
    {
      kind: 'paragraph',
      text: paperWords.seal,
    },
    { kind: 'facts', rows: [['Newest seal', `${number} of ${inUtc(sealedDate)}, SHA-256 ${hash.toString('hex')}`]] },
  ];
}

type Recorded = {
  signatures: readonly SignatureRow[];
  events: readonly SignatureEvent[];
  code: string;
  verifyUrl: string;
  /** The days of the agreement, which follow from the last signature. */
  dates: readonly PdfBlock[];
  seal: LogSeal | null;
};

/** The agreement with its signature record appended. */
export function withSignatureRecord(
  document: PdfDocument,
  { signatures, events, code, verifyUrl, dates, seal }: Recorded,
): PdfDocument {
  const isOnBehalf = signatures.some((signature) => signature.isOnBehalf);
  const blocks: PdfBlock[] = [
    { kind: 'heading', text: 'Signature record' },
    { kind: 'stamp', text: 'Signed electronically', tone: 'success' },
    {
      kind: 'paragraph',
      text: `${paperWords.signedBy(isOnBehalf)} ${paperWords.checkCopy(verifyUrl, code)}`,
    },
    ...dates,
    ...signatures.flatMap((signature): PdfBlock[] => [
      { kind: 'heading', text: signature.legalName },
      { kind: 'facts', rows: rowsOf(signature, events) },
    ]),
    ...sealOf(seal),
  ];
  return { ...document, footer: `${document.footer} · ${code}`, blocks: [...document.blocks, ...blocks] };
}
