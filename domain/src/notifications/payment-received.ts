import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import { type PaymentMethod, paymentMethodLabels } from '@kerb/domain/payments/payments.contract.ts';

export type PaymentReceivedFacts = {
  brand: string;
  money: MoneyStyle;
  campaignName: string;
  flowNumber: string;
  paymentNumber: string;
  amount: Cents;
  method: PaymentMethod;
  date: Day;
};

export const paymentSentence = ({ amount, money, method, date, paymentNumber }: PaymentReceivedFacts): string =>
  [
    `Amount: ${formatMoney(amount, money)}`,
    `Paid by: ${paymentMethodLabels[method]}`,
    `Date: ${date}`,
    `Payment number: ${paymentNumber}`,
  ].join('\n');

/** The message to a payer who asked for a receipt, when money came in. */
export const paymentReceivedMessage = (facts: PaymentReceivedFacts): { subject: string; body: string } => ({
  subject: `Payment received for ${facts.campaignName}`,
  body: [
    `Thank you. We have received your payment for ${facts.campaignName} (${facts.flowNumber}).`,
    paymentSentence(facts),
    facts.brand,
  ].join('\n\n'),
});
