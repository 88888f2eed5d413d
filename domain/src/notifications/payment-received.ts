import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import { ourMail, type Sender } from '@kerb/domain/notifications/sender.ts';
import { moneyLabels } from '@kerb/domain/payments/money-labels.ts';
import { type PaymentMethod, paymentMethodLabels } from '@kerb/domain/payments/payments.contract.ts';

export type PaymentReceivedFacts = Pick<Sender, 'brand' | 'supportPhone' | 'checkUrl'> & {
  money: MoneyStyle;
  campaignName: string;
  flowNumber: string;
  paymentNumber: string;
  amount: Cents;
  method: PaymentMethod;
  date: Day;
  /** By the ledger, with this payment. */
  due: Cents;
  held: Cents;
  /** Whether it repays a loan. `due` is then what is still owed. */
  isOfLoan?: boolean;
  /** Whether a part of the loan stays written off: it is then not repaid. */
  isWrittenOff?: boolean;
};

const loanRepaid = 'The loan is repaid. Nothing is owed.';

export function paymentSentence(facts: PaymentReceivedFacts, reader: keyof typeof moneyLabels): string {
  const { amount, money, method, date, paymentNumber, due, held } = facts;
  return [
    `Amount: ${formatMoney(amount, money)}`,
    `Paid by: ${paymentMethodLabels[method]}`,
    `Date: ${date}`,
    `Payment number: ${paymentNumber}`,
    ...(due > 0 ? [`${moneyLabels.payer.due}: ${formatMoney(due, money)}`] : []),
    ...(held > 0 ? [`${moneyLabels[reader].held}: ${formatMoney(held, money)}`] : []),
    ...(facts.isOfLoan && !facts.isWrittenOff && due === 0 ? [loanRepaid] : []),
  ].join('\n');
}

/** The money for a loan may come from another person, such as a conveyancer. */
const thanks = ({ campaignName, isOfLoan }: PaymentReceivedFacts): string =>
  isOfLoan
    ? `Thank you. We have received a payment for your loan for ${campaignName}.`
    : `Thank you. We have received your payment for ${campaignName}.`;

/** The message to a payer who asked for a receipt, when money came in. It goes to any address, so it names nobody. */
export const paymentReceivedMessage = (facts: PaymentReceivedFacts): { subject: string; body: string } => ({
  subject: `Payment received for ${facts.campaignName}`,
  body: ourMail(facts, {
    firstName: null,
    parts: [thanks(facts), paymentSentence(facts, 'payer')],
    flowNumber: facts.flowNumber,
  }),
});
