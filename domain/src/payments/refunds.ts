import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { taxWithin } from '@kerb/domain/payments/invoices.ts';
import type { KeptFee } from '@kerb/domain/payments/money-plan.ts';
import { refundAdministrationFee } from '@kerb/domain/payments/payment-terms.ts';
import type { PaymentKind, PaymentStatus } from '@kerb/domain/payments/payments.contract.ts';
import { decideSettled } from '@kerb/domain/payments/void-payment.ts';

/** A part of a payment that goes back. `amount` includes the fee that is kept. */
export type RefundAmounts = { amount: Cents; fee: Cents };

/** What the payer gets. */
export const paidBack = ({ amount, fee }: RefundAmounts): Cents => amount - fee;

export const refundAmounts = (amount: Cents, keepsFee: boolean): RefundAmounts => ({
  amount,
  fee: keepsFee ? refundAdministrationFee : 0,
});

/** The fee in the ledger; null if none is kept. Like every fee of the platform, it includes its tax. */
export function keptFee(fee: Cents, { gstBasisPoints }: { gstBasisPoints: number }): KeptFee | null {
  const tax = taxWithin(fee, gstBasisPoints);
  return fee === 0 ? null : { amount: fee, income: fee - tax, tax };
}

export type RefundedPayment = {
  kind: PaymentKind;
  status: PaymentStatus;
  amount: Cents;
  surcharge: Cents;
  voidRequestedDate: Moment | null;
  /** What was refunded of it before, also what is requested. */
  refunded: Cents;
  /** A part is requested and not confirmed yet. */
  isRefunding: boolean;
};

export const leftOfPayment = ({
  amount,
  surcharge,
  refunded,
}: Pick<RefundedPayment, 'amount' | 'surcharge' | 'refunded'>): Cents => amount + surcharge - refunded;

/** Whether a part of a payment can be refunded by its own state. `planMoney` refuses money that was passed on. */
export function decideRefundable(payment: RefundedPayment): Decision<null> {
  const { kind, status, voidRequestedDate, isRefunding } = payment;
  if (kind === 'repayment') {
    return refuse('repayment', 'A repayment of a loan is not refunded in part. Void it, or return what is held.');
  }
  const settled = decideSettled({ status, isRefunding: voidRequestedDate !== null || isRefunding });
  if (!settled.ok) return settled;
  if (leftOfPayment(payment) <= 0) return refuse('already-refunded', 'All of this payment has been refunded.');
  return allow(null);
}

const nothingLeft = 'Nothing of this payment can be refunded now. Its money was passed on or returned.';

const wrongAmount = (words: string): Decision<never> =>
  refuse('not-valid', words, fieldError('amount', 'notValid', words));

/** `most` is what can be refunded now, by the payment and by the campaign's money. */
export function decideRefundAmount({ amount, fee }: RefundAmounts, most: Cents, style: MoneyStyle): Decision<null> {
  if (most <= 0) return refuse('nothing-refundable', nothingLeft);
  if (amount === 0) return wrongAmount(fieldWords.enterAmount);
  if (amount > most) return wrongAmount(`No more than ${formatMoney(most, style)} of this payment can be refunded.`);
  if (amount <= fee) return wrongAmount(`Enter more than the fee of ${formatMoney(fee, style)} that is kept.`);
  return allow(null);
}
