import type { Standing } from '@kerb/domain/access/actor.ts';
import { mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { loanStart, type StartFields } from '@kerb/domain/loans/loan-dates.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

export const loanInvoiceTypes = ['standard', 'pre_settlement', 'post_settlement'] as const;
export type LoanInvoiceType = (typeof loanInvoiceTypes)[number];

export const invoiceNotSent = 'Error sending loan invoice.';

/** The statuses in which a loan invoice can be sent. */
export const invoicedIn: readonly AgreementStatus[] = ['executed', 'withdrawn', 'waiting-settlement'];

export type InvoicedLoan = StartFields & {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  propertySettlementDate: Day | null;
};

type Timing = { label: string; isTime: (loan: InvoicedLoan, today: Day) => boolean; otherwise: string };

// biome-ignore format: a table
export const loanInvoiceTimings: Record<LoanInvoiceType, Timing> = {
  standard:        { label: 'Loan invoice',             isTime: () => true, otherwise: '' },
  pre_settlement:  { label: 'Pre-settlement reminder',  isTime: ({ propertySettlementDate: day }, today) => day !== null && today < day, otherwise: 'A pre-settlement reminder is sent only before the settlement date.' },
  post_settlement: { label: 'Post-settlement reminder', isTime: ({ propertySettlementDate: day }, today) => day !== null && today > day, otherwise: 'A post-settlement reminder is sent only after the settlement date.' },
};

/** The required fields that an invoice lacks. */
export const missingFromInvoice = (loan: InvoicedLoan): string[] =>
  loanStart(loan) === null ? ['loan start date'] : [];

export const unableToInvoice =
  'We are currently unable to generate an invoice due to the following missing information';

/** The whole sentence. It tells a person who cannot fix it whom to ask. */
export function missingMessage(missing: readonly string[], standing: Standing): string | null {
  if (missing.length === 0) return null;
  const sentence = `${unableToInvoice}: ${missing.join(', ')}.`;
  return standing === 'admin' ? sentence : `${sentence} Please contact settlements support.`;
}

/** Decides whether a loan has an invoice of that type now. */
export function decideLoanInvoice(
  loan: InvoicedLoan,
  type: LoanInvoiceType,
  { standing, today }: { standing: Standing; today: Day },
): Decision<LoanInvoiceType> {
  if (loan.financeOptionCode !== 'pl' && loan.financeOptionCode !== 'pos') {
    return refuse('not-financed', 'Only a Pay Later or Pay On Success campaign has a loan invoice.');
  }
  if (!invoicedIn.includes(loan.status)) {
    return refuse('not-invoiced-yet', 'A loan invoice is sent only while the loan is live, settling or withdrawn.');
  }
  const { isTime, otherwise } = loanInvoiceTimings[type];
  if (!isTime(loan, today)) return refuse('not-the-time', otherwise);
  const message = missingMessage(missingFromInvoice(loan), standing);
  return message === null ? allow(type) : refuse('missing-information', message);
}

/** Decides whether this person makes or sends it. Once a campaign is withdrawn, only an admin manages its loan. */
export function decideMakingInvoice(
  loan: InvoicedLoan,
  type: LoanInvoiceType,
  by: { standing: Standing; today: Day },
): Decision<LoanInvoiceType> {
  const verdict = decideLoanInvoice(loan, type, by);
  if (!verdict.ok || mayChangeGroup('saleEnd', by.standing, loan.status)) return verdict;
  return refuse('invoice-by-admin', 'Our team sends the invoice of a withdrawn campaign.');
}
