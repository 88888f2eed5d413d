import type { Cents } from '@kerb/domain/kernel/money.ts';
import { amountDue, type OfferTerms, paidBy } from '@kerb/domain/payments/amount-due.ts';
import { payableIn } from '@kerb/domain/payments/may-pay.ts';
import {
  amountOfParts,
  type BillParts,
  noParts,
  plusParts,
  type ValidInvoice,
} from '@kerb/domain/payments/money-plan.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCancelledOrDeclined, onceSigned } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/** An approved payment that is not being refunded as a whole. `refunded`: what went back of it in part. */
export type CountedPayment = { amount: Cents; surcharge: Cents; refunded?: Cents };

type Facts = {
  status: AgreementStatus;
  option: FinanceOptionCode | null;
  campaignBudget: Cents | null;
  terms: OfferTerms;
  /** Oldest first. */
  payments: readonly CountedPayment[];
  /** What was returned of the money of these payments. */
  returned: Cents;
  /** The valid invoices that are paid in full. */
  settled: readonly Pick<ValidInvoice, 'parts'>[];
  /** What was ordered or transferred of the payer's money. */
  passedOn: Cents;
};

/** What is left of the payments. Returned money is that of the newest; a surcharge goes back last. */
function remaining(payments: readonly CountedPayment[], returned: Cents): CountedPayment[] {
  let gone = returned;
  return payments
    .toReversed()
    .map(({ amount, surcharge, refunded = 0 }) => {
      const own = amount + surcharge - refunded;
      const left = Math.max(0, own - gone);
      gone = Math.max(0, gone - own);
      return { amount: Math.max(0, left - surcharge), surcharge: Math.min(left, surcharge) };
    })
    .toReversed();
}

/** A card's surcharge is due with its payment, unless that payment arrived when nothing was due any more. */
function surchargesDue(due: Cents, payments: readonly CountedPayment[]): Cents {
  let left = due;
  let surcharges = 0;
  for (const { amount, surcharge } of payments) {
    if (left <= 0) break;
    surcharges += surcharge;
    left -= amount;
  }
  return surcharges;
}

/** A campaign that ended: fees that were paid in full stay earned, and of the budget only what was passed on. */
function dueOnceEnded({ settled, payments, passedOn }: Facts): BillParts | null {
  const all = settled.reduce((sum, { parts }) => plusParts(sum, parts), noParts);
  const campaignBudget = Math.min(all.campaignBudget, passedOn);
  const due = { ...all, campaignBudget, discount: Math.min(all.discount, campaignBudget) };
  const received = payments.reduce((sum, { amount, surcharge }) => sum + amount + surcharge, 0);
  return received >= amountOfParts(due) ? due : null;
}

/** What the campaign asks for, by its status, option and terms; null if nothing. */
export function dueOfCampaign(given: Facts): BillParts | null {
  const facts = { ...given, payments: remaining(given.payments, given.returned) };
  if (isCancelledOrDeclined(facts.status)) return dueOnceEnded(facts);
  if (facts.option === null || paidBy[facts.option] === null) return null;
  const { amount, ...parts } = amountDue(facts.option, facts.campaignBudget, facts.terms);
  return { ...parts, surcharge: surchargesDue(amount, facts.payments) };
}

/**
 * Whether an invoice may be issued in this status. One that is valid already stays, so a campaign that is open again
 * (`isReopened`) has one in later statuses too.
 */
export const mayBill = (
  { status, option }: Pick<Facts, 'status' | 'option'>,
  { isReopened }: { isReopened: boolean } = { isReopened: false },
): boolean => {
  const paid = option && paidBy[option];
  if (isReopened && onceSigned.includes(status)) return true;
  return isCancelledOrDeclined(status) || Boolean(paid && payableIn[paid.kind].includes(status));
};
