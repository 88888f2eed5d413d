import { flowNumber, flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import type { AmountsAhead } from '@kerb/domain/loans/amounts-ahead.ts';
import type { BalanceLine } from '@kerb/domain/loans/loan-figures.ts';
import { loanInvoiceTimings } from '@kerb/domain/loans/loan-invoices.ts';
import type { ConfirmedLetter } from '@kerb/domain/loans/loans.contract.ts';
import { writtenPayoutCode } from '@kerb/domain/loans/payout-letters.ts';
import { paperWords } from '@kerb/domain/payments/paper-words.ts';
import { transferFacts } from '@kerb/domain/payments/transfer-facts.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { type LoanInvoiceRecord, loanInvoiceNumber } from '@kerb/server/features/loans/loans.repository.ts';
import type { LetterRecord } from '@kerb/server/features/loans/payout-letters.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { dayOnPaper, fileDateOf, letterheadOf, moneyOnPaper } from '@kerb/server/platform/pdf/letterhead.ts';
import type { PdfBlock, PdfDocument, PdfFact, PdfTotal } from '@kerb/server/platform/pdf/pdf-document.ts';

type Settings = Pick<Deps, 'config' | 'country'>;

type Figures = { lines: readonly BalanceLine[]; totals: readonly PdfTotal[] };

function figures(deps: Settings, { lines, totals }: Figures): PdfBlock[] {
  return [
    {
      kind: 'table',
      columns: [{ label: 'What is owed' }, { label: 'Amount', isFigure: true }],
      rows: lines.map(({ label, amount, isEstimate }) => [
        isEstimate ? `${label}, for days that have not ended` : label,
        moneyOnPaper(amount, deps),
      ]),
    },
    { kind: 'totals', rows: totals },
  ];
}

function payingBlocks(deps: Settings, payTo: ConfirmedLetter['payTo']): PdfBlock[] {
  if (!payTo) return [];
  return [
    { kind: 'heading', text: 'Pay by bank transfer' },
    { kind: 'facts', rows: transferFacts(payTo, deps.country) },
  ];
}

/**
 * The totals of an invoice. The next day on which it will be paid is the strongest, so that nobody pays today's total
 * on a later day.
 */
function invoiceTotals(deps: Settings, { balance, settlement }: InvoicedLoan['invoice']): PdfTotal[] {
  const ahead = settlement?.amounts ?? [];
  const today: PdfTotal = {
    label: `Total as of ${dayOnPaper(balance.day, deps)}`,
    value: moneyOnPaper(balance.total, deps),
    ...(ahead.length === 0 && { isStrong: true }),
  };
  const later = ahead.map(
    ({ kind, day, total, isEstimate }, place): PdfTotal => ({
      label: `To pay on ${dayOnPaper(day, deps)} (${kind}${isEstimate ? ', estimate' : ''})`,
      value: moneyOnPaper(total, deps),
      ...(place === 0 && { isStrong: true }),
    }),
  );
  return [today, ...later, ...perDay(deps, settlement)];
}

function perDay(deps: Settings, settlement: AmountsAhead | null): PdfTotal[] {
  if (settlement?.interestPerDay == null) return [];
  const { interestPerDay, interestFrom } = settlement;
  const from = interestFrom === null ? '' : ` from ${dayOnPaper(interestFrom, deps)}`;
  return [{ label: `Interest for each day${from}`, value: moneyOnPaper(interestPerDay, deps) }];
}

/** Without interest, the cost is the same every day. */
function growing({ settlement }: InvoicedLoan['invoice']): PdfBlock[] {
  if (settlement?.interestPerDay == null) return [];
  return [{ kind: 'paragraph', isSmall: true, text: paperWords.interestGrows }];
}

export type InvoicedLoan = {
  agreement: AgreementRecord;
  property: string | null;
  payerNames: readonly string[];
  /** The id is null for a preview of today's invoice. */
  invoice: Omit<LoanInvoiceRecord, 'id' | 'createdDate' | 'sentDate' | 'sentTo'> & { id: number | null };
  payTo: ConfirmedLetter['payTo'];
};

/** The amounts to repay of a loan, line by line, as of the invoice's day. */
export function loanInvoice(
  deps: Settings,
  { agreement, invoice, property, payerNames, payTo }: InvoicedLoan,
): PdfDocument {
  const { country } = deps;
  const flow = flowNumber(agreement, country.code);
  const number: PdfFact[] = invoice.id === null ? [] : [['Invoice number', loanInvoiceNumber({ id: invoice.id })]];
  const settled: PdfFact[] = agreement.propertySettlementDate
    ? [['Settlement date', dayOnPaper(agreement.propertySettlementDate, deps)]]
    : [];
  return {
    title: 'Loan Invoice',
    locale: country.locale,
    letterhead: letterheadOf(deps),
    date: fileDateOf(invoice.issueDate),
    footer: `${country.brand} · ${flow}`,
    blocks: [
      {
        kind: 'parties',
        columns: [
          {
            label: payerNames.length === 1 ? 'Borrower' : 'Borrowers',
            lines: payerNames.length > 0 ? payerNames : ['–'],
          },
          { label: 'Campaign run by', lines: [agreement.tenantName] },
        ],
      },
      {
        kind: 'facts',
        rows: [
          ...number,
          ...(invoice.type === 'standard' ? [] : [['For', loanInvoiceTimings[invoice.type].label] as const]),
          ['Date', dayOnPaper(invoice.issueDate, deps)],
          ...(invoice.dueDate ? [['Due', dayOnPaper(invoice.dueDate, deps)] as const] : []),
          [flowNumberLabel, flow],
          ['Property', property ?? 'To be advised'],
          ['Loan started', dayOnPaper(agreement.campaignFinanceLoanStartDate, deps)],
          ...settled,
        ],
      },
      ...figures(deps, { lines: invoice.balance.lines, totals: invoiceTotals(deps, invoice) }),
      ...growing(invoice),
      ...payingBlocks(deps, payTo),
    ],
  };
}

/** The cost of repaying a loan on one day, for the settlement agent. Its code can be checked without signing in. */
export function payoutLetter(
  deps: Settings,
  { facts, code, payoutDate, validUntil, total, createdDate }: LetterRecord,
): PdfDocument {
  const { country, config } = deps;
  const written = writtenPayoutCode(code);
  const hasInterest = facts.lines.some(({ key }) => key === 'accruedInterest' || key === 'estimatedInterest');
  return {
    title: 'Payout Letter',
    locale: country.locale,
    letterhead: letterheadOf(deps),
    date: createdDate,
    footer: `${country.brand} · ${facts.flowNumber} · ${written}`,
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
          ['Code', written],
          [flowNumberLabel, facts.flowNumber],
          ['Property', facts.property ?? 'To be advised'],
          ['Issued', dayOnPaper(facts.issuedDate, deps)],
          ['Paid out on', dayOnPaper(payoutDate, deps)],
          ['Valid until', dayOnPaper(validUntil, deps)],
        ],
      },
      ...figures(deps, {
        lines: facts.lines,
        totals: [
          { label: `To pay on ${dayOnPaper(payoutDate, deps)}`, value: moneyOnPaper(total, deps), isStrong: true },
        ],
      }),
      {
        kind: 'paragraph',
        text: [paperWords.repays(dayOnPaper(payoutDate, deps)), ...(hasInterest ? [paperWords.otherDay] : [])].join(
          ' ',
        ),
      },
      ...payingBlocks(deps, facts.payTo),
      { kind: 'heading', text: 'Check this letter' },
      {
        kind: 'paragraph',
        text: paperWords.checkLetter(`${config.publicUrl}/payout`, written),
      },
    ],
  };
}
