import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { variationFileName } from '@kerb/domain/loans/loan-files.ts';
import { type VariationFacts, variationConsent } from '@kerb/domain/loans/variation-facts.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { loanInScope } from '@kerb/server/features/loans/loan-access.ts';
import {
  findRequest,
  type RequestRecord,
  signaturesOfRequests,
} from '@kerb/server/features/loans/loan-requests.repository.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { drawFor } from '@kerb/server/platform/pdf/draw-pdf.ts';
import { dayOnPaper, letterheadOf, moneyOnPaper } from '@kerb/server/platform/pdf/letterhead.ts';
import type { PdfDocument, PdfFact } from '@kerb/server/platform/pdf/pdf-document.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';

/** The hash of what the letter states. A code signs the letter with this key and no other. */
export const keyOfVariation = (requestId: number, facts: VariationFacts): string =>
  sha256(JSON.stringify([requestId, facts])).toString('hex');

type Settings = Pick<Deps, 'config' | 'country'>;
type Signed = { name: string; date: string | null };

const interestWords = ({ interestRateBasisPoints: rate }: VariationFacts): string =>
  rate === 0
    ? 'The loan has no interest. That does not change.'
    : `Interest goes on for each day until it is repaid, at ${rate / 100} per cent a year, as the agreement says.`;

/** The letter that changes the due day of a loan, and nothing else of its agreement. */
function variationPaper(
  deps: Settings,
  { facts, request, signed }: { facts: VariationFacts; request: RequestRecord; signed: readonly Signed[] },
): PdfDocument {
  const { country } = deps;
  const day = (of: string) => dayOnPaper(of, deps);
  const signatures: PdfFact[] = signed.map(({ name, date }) => [
    name,
    date ? `Signed with a code on ${day(date)}` : '–',
  ]);
  return {
    title: 'Variation of a Loan',
    locale: country.locale,
    letterhead: letterheadOf(deps),
    date: request.signedDate ?? request.answeredDate ?? request.askedDate,
    footer: `${country.brand} · ${facts.flowNumber} · ${request.documentKey?.slice(0, 16) ?? ''}`,
    blocks: [
      {
        kind: 'parties',
        columns: [
          { label: facts.borrowers.length === 1 ? 'Borrower' : 'Borrowers', lines: facts.borrowers },
          { label: 'Campaign run by', lines: [facts.organisation] },
        ],
      },
      {
        kind: 'facts',
        rows: [
          [flowNumberLabel, facts.flowNumber],
          ['Property', facts.property ?? 'To be advised'],
          ['Granted', day(facts.grantedDate)],
          ['Due until now', day(facts.earlierDueDate)],
          [`Owed on ${day(facts.grantedDate)}`, moneyOnPaper(facts.owed, deps)],
        ],
      },
      { kind: 'totals', rows: [{ label: 'New due date', value: day(facts.newDueDate), isStrong: true }] },
      {
        kind: 'paragraph',
        text: [
          `The loan must be repaid by ${day(facts.newDueDate)}, also if the property settles or is withdrawn before.`,
          'You may repay it earlier.',
        ].join(' '),
      },
      { kind: 'paragraph', text: interestWords(facts) },
      {
        kind: 'paragraph',
        text: 'Nothing else of the agreement changes. This letter is in force when every borrower has signed it.',
      },
      { kind: 'paragraph', text: `Each borrower confirms by signing: ${variationConsent}` },
      { kind: 'heading', text: 'Signatures' },
      { kind: 'facts', rows: signatures },
    ],
  };
}

async function signedOf(deps: Deps, agreement: AgreementRecord, requestId: number): Promise<Signed[]> {
  const signatures = await signaturesOfRequests(deps.db, agreement.id);
  const payers = await payersOf(deps.db, agreement.id);
  return payers.map((payer) => {
    const found = signatures.find((each) => each.requestId === requestId && each.signatoryId === payer.id);
    return { name: displayName(payer), date: found ? dayIn(agreement.tenantTimeZone, found.signatureDate) : null };
  });
}

export const variationLetterInScope = (deps: Deps, scope: AccessScope, ids: { id: number; requestId: number }) =>
  drawFor(deps, scope.actor, async (draw) => {
    const agreement = await loanInScope(deps.db, scope, ids.id);
    const request = await findRequest(deps.db, ids.id, ids.requestId);
    if (!request?.facts) throw notFound('letter');
    const signed = await signedOf(deps, agreement, ids.requestId);
    const content = await draw(variationPaper(deps, { facts: request.facts, request, signed }));
    const fileName = variationFileName(deps.country.code, ids.id, request.facts.newDueDate);
    return { fileName, contentType: 'application/pdf', content };
  });
