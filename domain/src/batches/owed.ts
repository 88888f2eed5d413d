import { type Day, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import type { Books } from '@kerb/domain/payments/campaign-money.ts';
import { refundPending } from '@kerb/domain/payments/may-pay.ts';

/** The balances that decide whether the funds of a campaign may be paid out. */
export type OwedBooks = Pick<Books, 'organisation' | 'transit' | 'payer' | 'refunds'>;

/** Why funds that are kept for an organisation are not paid out yet. */
export const waitingReasons = ['due', 'refunding', 'cooling-off', 'too-large'] as const;
export type WaitingReason = (typeof waitingReasons)[number];
export const waitingLabels: Record<WaitingReason, string> = {
  due: 'The payer still has to pay a part',
  refunding: 'A refund is being processed',
  'cooling-off': 'The borrower may still cancel the loan',
  'too-large': 'More than a bank file can pay; switch on Fund Manually',
};

/** An ABA file has ten digits of cents for one payment and for the total. */
export const largestPaymentCents: Cents = 99_999_999_99;

export type OwedFacts = {
  books: OwedBooks;
  fundManually: boolean;
  /** Whether the funds are in a batch that is neither discarded nor transferred. */
  isInBatch: boolean;
  /** The first day on which a signed loan may be paid out; null for funds that wait for no day. */
  payableFrom: Day | null;
  today: Day;
};

export type Transfer = 'in-batch' | WaitingReason | 'manual' | 'next-batch';

/** How owed funds are transferred: by the batch that they are in, by hand, or by the next batch. Or why not yet. */
export function transferOf(facts: OwedFacts): Transfer {
  const { books, payableFrom, today } = facts;
  if (facts.isInBatch) return 'in-batch';
  if (books.refunds < 0) return 'refunding';
  if (books.payer > 0) return 'due';
  if (payableFrom !== null && today < payableFrom) return 'cooling-off';
  if (facts.fundManually) return 'manual';
  return 0 - books.organisation > largestPaymentCents ? 'too-large' : 'next-batch';
}

/** What an organisation is owed for a campaign: kept for it, or on its way. Neither budget nor status decides. */
export const owedOf = ({ organisation, transit }: Pick<Books, 'organisation' | 'transit'>): Cents =>
  0 - organisation - transit;

type Words = (facts: OwedFacts, style: MoneyStyle) => string;

/** Why funds are not paid out now. */
// biome-ignore format: a table
const refusals: Record<Exclude<Transfer, 'manual' | 'next-batch'>, Words> = {
  'in-batch':    () => 'These funds are in a batch. Discard the batch first.',
  refunding:     () => refundPending,
  due:           ({ books }, style) => `${formatMoney(books.payer, style)} is still to be paid.`,
  'cooling-off': ({ payableFrom, today }, { locale }) => `The borrower may still cancel the loan. Its funds may be paid from ${writtenDay(payableFrom ?? today, locale)}.`,
  'too-large':   ({ books }, style) => `A bank file cannot pay ${formatMoney(0 - books.organisation, style)} at once. Switch on Fund Manually and pay it by hand.`,
};

/**
 * Decides whether what is kept for the organisation may be paid out now. The amount is always all that is kept. A batch
 * pays no campaign with Fund Manually. By hand only such a campaign is paid, so that no batch pays it as well.
 */
export function decidePayable(facts: OwedFacts, by: 'batch' | 'hand', style: MoneyStyle): Decision<Cents> {
  const kept = 0 - facts.books.organisation;
  if (kept === 0) return refuse('nothing-kept', 'No funds are kept for the organisation.');
  const transfer = transferOf(facts);
  if (transfer === 'manual') return by === 'hand' ? allow(kept) : refuse(transfer, 'This campaign is funded manually.');
  if (transfer !== 'next-batch') return refuse(transfer, refusals[transfer](facts, style));
  return by === 'batch'
    ? allow(kept)
    : refuse(transfer, 'The next batch pays this campaign. Switch on Fund Manually first.');
}
