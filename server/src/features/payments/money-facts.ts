import { feeLeftToPay } from '@kerb/domain/agreements/invoiced-books.ts';
import type { Decision } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { amountDue, type OfferTerms, paidBy } from '@kerb/domain/payments/amount-due.ts';
import { dueOfCampaign, mayBill } from '@kerb/domain/payments/campaign-due.ts';
import { type Books, moneyOf } from '@kerb/domain/payments/campaign-money.ts';
import {
  amountOfParts,
  type BillParts,
  type Division,
  type MoneyState,
  type MovedMoney,
  noParts,
  type Plan,
  planMoney,
  plusParts,
  type ValidInvoice,
  type Wish,
} from '@kerb/domain/payments/money-plan.ts';
import { leftOfPayment } from '@kerb/domain/payments/refunds.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { campaignOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import { type InvoiceRecord, invoicesOf } from '@kerb/server/features/payments/invoices.repository.ts';
import { type PaymentRecord, paymentsOf } from '@kerb/server/features/payments/payments.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { MovedCampaign } from '@kerb/server/platform/ports/status-effects.ts';

/** Everything that decides about a campaign's money. */
export type MoneyFacts = {
  books: Books;
  /** The valid ones, oldest first. */
  invoices: InvoiceRecord[];
  /** In the order in which they were approved: a card that was begun first may be approved last. */
  payments: PaymentRecord[];
  /** The terms of the campaign's offer of its option. */
  terms: OfferTerms;
};

export type BilledCampaign = Pick<
  MovedCampaign,
  'id' | 'status' | 'financeOptionCode' | 'campaignBudget' | 'serviceFee'
>;

/** The campaign's own terms of an option. Without an offer, a fee-only option has the campaign's fee. */
export async function termsOf(
  db: Database | Tx,
  campaign: BilledCampaign,
  option: FinanceOptionCode | null,
): Promise<OfferTerms> {
  const offer = (await campaignOptionsOf(db, campaign.id)).find(({ optionCode }) => optionCode === option);
  const isFeeOnly = option !== null && paidBy[option] !== null && !paidBy[option].includesBudget;
  return {
    serviceFee: offer?.serviceFee ?? (isFeeOnly ? campaign.serviceFee : null),
    discount: offer?.discount ?? null,
  };
}

/** In the order in which payments were approved. */
export const byApproval = (one: PaymentRecord, other: PaymentRecord): number =>
  (one.approvalDate ?? '').localeCompare(other.approvalDate ?? '');

/** `books` are those of this moment, if the caller has just read them. */
export async function moneyFactsOf(db: Database | Tx, campaign: BilledCampaign, books?: Books): Promise<MoneyFacts> {
  return {
    books: books ?? (await booksOf(db, campaign.id)),
    invoices: (await invoicesOf(db, campaign.id)).filter(({ status }) => status !== 'voided'),
    payments: (await paymentsOf(db, campaign.id)).toReversed().toSorted(byApproval),
    terms: await termsOf(db, campaign, campaign.financeOptionCode),
  };
}

const sumOfLines = ({ lines }: InvoiceRecord, type: string): Cents =>
  lines.reduce((sum, line) => sum + (line.type === type ? line.amount : 0), 0);

function partsOf(invoice: InvoiceRecord): BillParts {
  const campaignBudget = sumOfLines(invoice, 'sale');
  const discount = Math.abs(sumOfLines(invoice, 'disc'));
  const { amount, surcharge } = invoice;
  return { campaignBudget, discount, surcharge, serviceFee: amount - campaignBudget + discount - surcharge };
}

const divisionOf = (invoice: InvoiceRecord): Division => ({
  sale: sumOfLines(invoice, 'sale'),
  discount: Math.abs(sumOfLines(invoice, 'disc')),
  fees: sumOfLines(invoice, 'fee'),
  tax: sumOfLines(invoice, 'tax'),
});

const validInvoice = (invoice: InvoiceRecord): ValidInvoice => ({
  id: invoice.id,
  parts: partsOf(invoice),
  division: divisionOf(invoice),
  paid: invoice.paidAmount,
  wasAskedFor: invoice.paymentId === null,
});

export const isBeingRefunded = ({ status, voidRequestedDate }: PaymentRecord): boolean =>
  status === 'approved' && voidRequestedDate !== null;

/** Approved payments for invoices that are not being refunded, with a part left. A repayment pays no invoice. */
export const countedPayments = (payments: readonly PaymentRecord[]): PaymentRecord[] =>
  payments.filter(
    (payment) =>
      payment.kind !== 'repayment' &&
      payment.status === 'approved' &&
      !isBeingRefunded(payment) &&
      leftOfPayment(payment) > 0,
  );

export type Wanted = {
  money?: MovedMoney | null;
  bills?: Wish['bills'];
  /** A payment that this event takes away. */
  without?: number;
  /** The campaign ended, and is open again. */
  isReopened?: boolean;
};

/** What the campaign asks for now; null if nothing. */
export function dueOf(facts: MoneyFacts, campaign: BilledCampaign, without?: number): BillParts | null {
  const { transferred, onItsWay, lent, agreed, returned } = moneyOf(facts.books);
  const invoices = facts.invoices.map(validInvoice);
  return dueOfCampaign({
    status: campaign.status,
    option: campaign.financeOptionCode,
    campaignBudget: campaign.campaignBudget,
    terms: facts.terms,
    payments: countedPayments(facts.payments).filter(({ id }) => id !== without),
    settled: invoices.filter(({ parts, paid }) => paid > 0 && paid === amountOfParts(parts)),
    passedOn: Math.max(0, transferred + onItsWay - lent - agreed),
    returned,
  });
}

function stateOf({ books, invoices }: MoneyFacts): MoneyState {
  const { held, kept, onItsWay } = moneyOf(books);
  return { invoices: invoices.map(validInvoice), held, kept, onItsWay };
}

/** Plans what an event does to the campaign's invoices and money. */
export function planFor(
  facts: MoneyFacts,
  campaign: BilledCampaign,
  { money = null, bills = 'needed', without, isReopened = false }: Wanted,
  tax: { gstBasisPoints: number },
): Decision<Plan> {
  const { status, financeOptionCode: option } = campaign;
  const mayIssue = bills === 'always' || mayBill({ status, option }, { isReopened });
  const wish = { due: dueOf(facts, campaign, without), money, bills: mayIssue ? bills : ('never' as const) };
  return planMoney(stateOf(facts), wish, tax);
}

/**
 * Plans what money does that has arrived. It is always booked: if the invoices cannot be brought in line, because their
 * money has been passed on, they stay as they are and the money is held.
 */
export function planForArrived(
  facts: MoneyFacts,
  campaign: BilledCampaign,
  money: MovedMoney,
  tax: { gstBasisPoints: number },
): Decision<Plan> {
  const plan = planFor(facts, campaign, { money }, tax);
  if (plan.ok) return plan;
  const state = stateOf(facts);
  const due = state.invoices.reduce((sum, { parts }) => plusParts(sum, parts), noParts);
  return planMoney(state, { due, money, bills: 'never' }, tax);
}

/**
 * What is still to pay by the campaign's terms. Held money is used first. Once the fee of Pay On Success is no longer
 * invoiced, it is repaid with the loan, and held money stays held.
 */
export function leftToPay(facts: MoneyFacts, campaign: BilledCampaign, tax: { gstBasisPoints: number }): Cents {
  const { status, financeOptionCode: option } = campaign;
  if (option === 'pos' && !mayBill({ status, option })) {
    return feeLeftToPay(amountDue(option, campaign.campaignBudget, facts.terms).amount, facts.books);
  }
  const plan = planFor(facts, campaign, { bills: 'always' }, tax);
  return plan.ok ? plan.value.after.due : moneyOf(facts.books).due;
}
