import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import { ourMail, type Sender } from '@kerb/domain/notifications/sender.ts';
import { moneyLabels, refundFeeLabel } from '@kerb/domain/payments/money-labels.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';

export type TransferTo = {
  accountName: string;
  bsbNumber: string | null;
  accountNumber: string;
  payId: string | null;
  reference: string;
};

export type MoneyChangedFacts = Pick<Sender, 'brand' | 'supportPhone' | 'checkUrl'> & {
  money: MoneyStyle;
  campaignName: string;
  flowNumber: string;
  budget: Cents | null;
  optionLabel: string | null;
  paid: Cents;
  due: Cents;
  held: Cents;
  returned: Cents;
  /** A part of a payment that went back: what the payer gets, and the fee that was kept. */
  refund?: { amount: Cents; fee: Cents; isToCard: boolean };
  /** The account for a bank transfer; null if there is none, or if nothing is due. */
  transferTo: TransferTo | null;
};

/** What applies after the change, a line each. Amounts of zero are left out. */
export function moneyChangedSentence(facts: MoneyChangedFacts, reader: keyof typeof moneyLabels): string {
  const { money } = facts;
  const amounts: [string, Cents][] = [
    [moneyLabels[reader].refunded, facts.refund?.amount ?? 0],
    [refundFeeLabel, facts.refund?.fee ?? 0],
    [moneyLabels[reader].paid, facts.paid],
    [moneyLabels.payer.due, facts.due],
    [moneyLabels[reader].held, facts.held],
    [moneyLabels[reader].returned, facts.returned],
  ];
  return [
    ...(facts.budget === null ? [] : [`Budget: ${formatMoney(facts.budget, money)}`]),
    ...(facts.optionLabel === null ? [] : [`Payment option: ${facts.optionLabel}`]),
    ...amounts.filter(([, amount]) => amount > 0).map(([label, amount]) => `${label}: ${formatMoney(amount, money)}`),
  ].join('\n');
}

const transferLines = ({ accountName, bsbNumber, accountNumber, payId, reference }: TransferTo): string =>
  [
    'Or pay by bank transfer.',
    `Account name: ${accountName}`,
    ...(bsbNumber === null ? [] : [`BSB: ${bsbNumber}`]),
    `Account number: ${accountNumber}`,
    ...(payId === null ? [] : [`PayID: ${payId}`]),
    `Reference: ${reference}`,
  ].join('\n');

/** What happened, as the message to a payer begins. */
function openingOf({ campaignName, refund, money }: MoneyChangedFacts): { subject: string; first: string } {
  if (!refund) {
    return {
      subject: `Your payment for ${campaignName} has changed`,
      first: `What you pay for ${campaignName} has changed.`,
    };
  }
  const how = refund.isToCard ? 'to the card that you paid with' : 'to you';
  const when = refund.isToCard ? ' It can take several business days until your bank shows it.' : '';
  return {
    subject: `A part of your payment for ${campaignName} was refunded`,
    first: `We refunded ${formatMoney(refund.amount, money)} ${how}.${when}`,
  };
}

/** The message to a payer after budget, option or fee changed, or after a refund. `secretPlace` is the payer's link. */
export function moneyChangedMail(facts: MoneyChangedFacts, firstName: string): { subject: string; body: string } {
  const { money, due, held } = facts;
  const { subject, first } = openingOf(facts);
  return {
    subject,
    body: ourMail(facts, {
      firstName,
      parts: [
        first,
        moneyChangedSentence(facts, 'payer'),
        ...(due > 0 ? [`Please pay ${formatMoney(due, money)}.`, `Pay here:\n${secretPlace}`] : []),
        ...(due > 0 && facts.transferTo ? [transferLines(facts.transferTo)] : []),
        ...(held > 0 ? [`We hold ${formatMoney(held, money)} for you. It is your money.`] : []),
      ],
      flowNumber: facts.flowNumber,
    }),
  };
}
