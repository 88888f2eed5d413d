import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import type { ProblemCode } from '@kerb/domain/kernel/problem-types.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { paidBy } from '@kerb/domain/payments/amount-due.ts';
import type { CampaignMoney } from '@kerb/domain/payments/campaign-money.ts';
import { moneyLabels } from '@kerb/domain/payments/money-labels.ts';
import { passedOn } from '@kerb/domain/payments/money-plan.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import {
  beforeApproval,
  isCancelledOrDeclined,
  onceSigned,
  sentBeforeApproval,
} from '@kerb/domain/vocabulary/status-groups.ts';
import { type FinanceOptionCode, isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

/** What the step ‘Change after payment’ changes. Fields that are left out stay as they are. */
export type MoneyChange = {
  campaignBudget?: Cents | undefined;
  financeOptionCode?: FinanceOptionCode | undefined;
  serviceFee?: Cents | undefined;
};

export type ChangeFacts = {
  status: AgreementStatus;
  financeOptionCode: FinanceOptionCode | null;
  hasMoney: boolean;
  money: CampaignMoney;
  /** The outcome of a card payment is not known yet. */
  isPaymentPending: boolean;
};

const under = (name: keyof MoneyChange, code: ProblemCode, words: string) =>
  refuse(code, words, fieldError(`change.${name}`, 'notValid', words));

export const termsSigned = 'The terms are signed, so they can no longer change.';

/** Whether the campaign's state allows the step at all. */
export function decideChangeOpen(facts: ChangeFacts): Decision<null> {
  const { status, financeOptionCode, money } = facts;
  if (isCancelledOrDeclined(status))
    return refuse('campaign-ended', 'The campaign is over. Reopen the campaign first.');
  if (!facts.hasMoney) {
    return refuse('no-money', 'No money has been received for this campaign. Change it in its own card.');
  }
  if (facts.isPaymentPending) {
    return refuse('payment-under-way', 'A payment for this campaign is being processed. Wait for its outcome.');
  }
  if (money.underRefund > 0) {
    return refuse('being-voided', 'A refund for this campaign is being processed. Wait for its outcome.');
  }
  if (money.onItsWay > 0) return refuse('funds-under-way', passedOn.onItsWay);
  if (isFinanced(financeOptionCode) && onceSigned.includes(status)) {
    return refuse('terms-signed', termsSigned);
  }
  return allow(null);
}

/** What was transferred of the payer's own money: less than that cannot be asked for any more. */
const transferredOfPayer = ({ transferred, lent }: CampaignMoney): Cents => Math.max(0, transferred - lent);

/** Whether the new values are possible. The rules of options decide about the option itself. */
export function decideChangeValues(
  { financeOptionCode: before, money }: ChangeFacts,
  change: MoneyChange,
  style: MoneyStyle,
): Decision<null> {
  const option = change.financeOptionCode ?? before;
  const { campaignBudget, serviceFee } = change;
  if (campaignBudget === 0) return under('campaignBudget', 'not-valid', fieldWords.enterAmount);
  const transferred = transferredOfPayer(money);
  if (transferred > 0 && campaignBudget !== undefined && campaignBudget < transferred) {
    const words = `${formatMoney(transferred, style)} has been transferred to the organisation. Enter at least that.`;
    return under('campaignBudget', 'funds-transferred', words);
  }
  if (transferred > 0 && option !== before)
    return under('financeOptionCode', 'funds-transferred', passedOn.transferred);
  if (serviceFee !== undefined && (option === null || paidBy[option] === null)) {
    return under('serviceFee', 'not-valid', 'Change the fee of this payment option in its own card.');
  }
  return allow(null);
}

/**
 * The status while the change is planned: one in which the campaign may ask for money, if it is paid by this option.
 * Another option needs another approval.
 */
export function statusWhilePlanned(
  status: AgreementStatus,
  { before, after }: { before: FinanceOptionCode | null; after: FinanceOptionCode | null },
): AgreementStatus {
  if (beforeApproval.includes(status)) return status;
  if (before !== after) return 'waiting-approval';
  return after === 'pn' && status !== 'approved' ? 'waiting-approval' : status;
}

/** The status after the change. Pay Upfront is approved when it is paid, and waits for its payment otherwise. */
export function statusAfterChange(
  status: AgreementStatus,
  options: { before: FinanceOptionCode | null; after: FinanceOptionCode | null },
  isPaid: boolean,
): AgreementStatus {
  if (options.after !== 'pn' || status === 'draft') return statusWhilePlanned(status, options);
  // An information request stays open until its payers have answered.
  if (status === 'waiting-info') return status;
  if (isPaid) return sentBeforeApproval.includes(status) || options.before !== 'pn' ? 'approved' : status;
  return beforeApproval.includes(status) ? status : 'waiting-approval';
}

const lineWords = {
  transferred: moneyLabels.team.transferred,
  kept: moneyLabels.team.kept,
  earned: 'Fees, surcharges and their tax',
  discount: 'Paid by us as a discount',
  towards: 'Paid towards an invoice that is not paid in full yet',
  held: moneyLabels.team.held,
  billed: 'Still to be paid by the payer',
} as const;
export type MoneyLineName = keyof typeof lineWords;
export const moneyLineNames = Object.keys(lineWords) as [MoneyLineName, ...MoneyLineName[]];
export type MoneyLine = { what: MoneyLineName; amount: Cents; words: string };

/** Where the money is after the change, and what is still asked for. Lines without an amount are left out. */
export function moneyLines(after: CampaignMoney, towards: Cents): MoneyLine[] {
  const lent = after.agreed;
  const amounts: Record<MoneyLineName, Cents> = {
    transferred: transferredOfPayer(after),
    kept: after.kept - lent,
    earned: after.earned,
    discount: after.discounts,
    towards,
    held: after.held,
    billed: after.due,
  };
  return moneyLineNames
    .map((what) => ({ what, amount: amounts[what], words: lineWords[what] }))
    .filter(({ amount }) => amount > 0);
}
