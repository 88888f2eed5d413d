import type { Standing } from '@kerb/domain/access/actor.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { isPaidInFull } from '@kerb/domain/agreements/invoiced-books.ts';
import { addDays, dayIn } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { mayBill } from '@kerb/domain/payments/campaign-due.ts';
import { type Books, booksAfter, hasMoney, moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import type { MoneyPlan } from '@kerb/domain/payments/change-after-payment.contract.ts';
import {
  decideChangeOpen,
  decideChangeValues,
  type MoneyChange,
  moneyLines,
  statusAfterChange,
  statusWhilePlanned,
} from '@kerb/domain/payments/change-after-payment.ts';
import { invoiceLines } from '@kerb/domain/payments/invoices.ts';
import { entriesOf } from '@kerb/domain/payments/ledger-moves.ts';
import { amountOfParts, type NewInvoice, type Plan } from '@kerb/domain/payments/money-plan.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { raiseOf } from '@kerb/server/features/agreements/approval-facts.ts';
import { decideTermsChange, fieldsOfTerms } from '@kerb/server/features/options/change-terms.ts';
import { transferDays, wordsOf } from '@kerb/server/features/payments/carry-out-plan.ts';
import { type MoneyFacts, moneyFactsOf, planFor, termsOf } from '@kerb/server/features/payments/money-facts.ts';
import { moneyView } from '@kerb/server/features/payments/money-view.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** A change that is allowed now: what it writes, and what it does to the money. */
export type PlannedChange = {
  fields: Partial<AgreementValues>;
  facts: MoneyFacts;
  plan: Plan;
  /** The status in which the money is planned, and how: another status may not ask for money. */
  asks: { status: AgreementStatus; bills: 'always' | 'needed' };
  booksAfter: Books;
  status: AgreementStatus;
};

/** Stands for the id of an invoice that is not issued yet. */
export const notIssued = -1;

const isEmpty = ({ issued, voided, moves }: Plan): boolean =>
  !issued && voided.length === 0 && entriesOf(moves(notIssued)).length === 0;

/**
 * Plans a change of budget, option or fee after money was received, and changes nothing. The preview shows this plan
 * and the change carries it out.
 */
export async function planChange(
  work: Work,
  agreement: AgreementRecord,
  change: MoneyChange,
): Promise<Decision<PlannedChange>> {
  const { country } = work.deps;
  const now = await moneyFactsOf(work.tx, agreement);
  const asked = {
    ...agreement,
    hasMoney: hasMoney(now.books),
    money: moneyOf(now.books),
    isPaymentPending: now.payments.some(({ status }) => status === 'pending'),
  };
  const checks = [
    () => decideChangeOpen(asked),
    () => decideChangeValues(asked, change, country),
    () => raiseOf(work, agreement, change),
    () => decideTermsChange(work, agreement, change),
  ];
  for (const check of checks) {
    const verdict = await check();
    if (!verdict.ok) return verdict;
  }
  const { serviceFee } = change;
  const priced = await fieldsOfTerms(work, agreement, change);
  const options = {
    before: agreement.financeOptionCode,
    after: change.financeOptionCode ?? agreement.financeOptionCode,
  };
  const isFeeChanged = serviceFee !== undefined && serviceFee !== now.terms.serviceFee;
  const fields = { ...priced, ...(isFeeChanged && isFinanced(options.after) && { serviceFee }) };
  const campaign = { ...agreement, ...fields, status: statusWhilePlanned(agreement.status, options) };
  const terms = await termsOf(work.tx, campaign, options.after);
  const facts = { ...now, terms: { ...terms, ...(serviceFee !== undefined && { serviceFee }) } };
  const bills = mayBill({ status: campaign.status, option: options.after }) ? 'always' : 'needed';
  const plan = planFor(facts, campaign, { bills }, country);
  if (!plan.ok) return plan;
  if (Object.keys(fields).length === 0 && !isFeeChanged && isEmpty(plan.value)) {
    return refuse('nothing-changes', 'Nothing would change. Enter another budget, option or fee.');
  }
  const after = booksAfter(now.books, entriesOf(plan.value.moves(notIssued)));
  const status = statusAfterChange(agreement.status, options, isPaidInFull(after));
  const asks = { status: campaign.status, bills } as const;
  return allow({ fields, facts, plan: plan.value, asks, booksAfter: after, status });
}

function newInvoice(work: Work, agreement: AgreementRecord, { parts, paid }: NewInvoice): MoneyPlan['newInvoice'] {
  const today = dayIn(agreement.tenantTimeZone, work.now);
  const amount = amountOfParts(parts);
  return {
    amount,
    paidAmount: paid,
    dueDate: paid === amount ? today : addDays(today, transferDays),
    lines: invoiceLines(parts, wordsOf(agreement, null), work.deps.country),
  };
}

/** The plan as the screen shows it. */
export function planView(
  work: Work,
  agreement: AgreementRecord,
  { facts, plan, booksAfter: after, status, fields }: PlannedChange,
  standing: Standing,
): MoneyPlan {
  return {
    before: moneyView(facts.books, standing),
    after: moneyView(after, standing),
    lines: moneyLines(moneyOf(after), -after.received),
    voidedInvoices: facts.invoices
      .filter(({ id }) => plan.voided.includes(id))
      .map(({ id, amount }) => ({ id, amount })),
    newInvoice: plan.issued && newInvoice(work, agreement, plan.issued),
    status: { before: agreement.status, after: status },
    endsSignatures:
      isFinanced(agreement.financeOptionCode) && agreement.status === 'approved' && Object.keys(fields).length > 0,
  };
}
