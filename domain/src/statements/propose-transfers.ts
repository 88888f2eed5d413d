import { flowNumbersIn } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import { isGoingOut } from '@kerb/domain/statements/line-moves.ts';

/** What a batch paid: all of it in one sum, or one of its payments. */
export type PaidOut = {
  batchId: number;
  /** Null for the whole batch. */
  agreementId: number | null;
  amountCents: Cents;
  /** The day on which the bank got the file. */
  day: Day;
  /** Whether the bank sent it back, as an admin recorded. */
  isBounced: boolean;
};

type Line = { amountCents: Cents; words: string; date: Day };

/** A bank shows a transfer within days, and sends one back within weeks. */
export const longestWay = { out: 14, back: 60 } as const;
const mostProposed = 3;

/** The words with which banks send a payment back. */
const sentBack = /\b(ret|rtn|return(ed)?|rej|reject(ed)?|dishono(u)?r(ed)?|bounced?|unpaid|reversal|recall(ed)?)\b/i;

const named = ({ words }: Line, { batchId, agreementId }: PaidOut, country: CountryCode): boolean =>
  agreementId === null
    ? new RegExp(`\\bbatch\\D{0,3}${batchId}\\b`, 'i').test(words)
    : flowNumbersIn(words, country).includes(agreementId);

function mayBe(line: Line, paid: PaidOut): boolean {
  if (Math.abs(line.amountCents) !== paid.amountCents || paid.day > line.date) return false;
  if (isGoingOut(line.amountCents)) return line.date <= addDays(paid.day, longestWay.out);
  // A payer may pay the same amount. So the line says that it came back, or an admin has recorded that it did.
  const isBack = paid.isBounced || sentBack.test(line.words);
  return paid.agreementId !== null && isBack && line.date <= addDays(paid.day, longestWay.back);
}

/** What of the batches a line may be: what went out, or what the bank sent back. The best first. */
export function proposeTransfers<T extends PaidOut>(line: Line, all: readonly T[], country: CountryCode): T[] {
  const rank = (paid: T) => Number(named(line, paid, country)) * 2 + Number(paid.isBounced);
  return all
    .filter((paid) => mayBe(line, paid))
    .toSorted((one, other) => rank(other) - rank(one) || other.batchId - one.batchId)
    .slice(0, mostProposed);
}

const paidFromTrust = 'Batches are paid from the trust account, and this line is of the operating account.';

/** Decides whether a line is what a batch paid, or what came back of it: the direction and the amount agree. */
export function decideTransfer(
  line: Pick<Line, 'amountCents'> & { account?: OwnAccount },
  paid: Cents,
  way: 'out' | 'back',
): Decision<null> {
  if (line.account === 'operating') return refuse('paid-from-trust', paidFromTrust);
  if (isGoingOut(line.amountCents) !== (way === 'out')) {
    return way === 'out'
      ? refuse('line-came-in', 'This money came in: it is not what the batch paid.')
      : refuse('line-going-out', 'This money went out: the bank sent nothing back.');
  }
  return Math.abs(line.amountCents) === paid
    ? allow(null)
    : refuse('other-amount', 'The amount of this line is not the amount of the payment.');
}
