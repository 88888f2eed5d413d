import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Cents, formatMoney } from '@kerb/domain/kernel/money.ts';
import { type BookedLoan, charging } from '@kerb/domain/loan-books/loan-postings.ts';
import { smallRest } from '@kerb/domain/loans/closed-loan.ts';
import type { Loan } from '@kerb/domain/loans/loan-balance.ts';
import { loanOf } from '@kerb/domain/loans/loan-figures.ts';
import { type Allocation, owedBy, type Receipt, runLoan } from '@kerb/domain/loans/loan-run.ts';
import type { Books } from '@kerb/domain/payments/campaign-money.ts';
import type { DividedOverLoan, Move } from '@kerb/domain/payments/ledger-moves.ts';

/** A repayment or a written-off rest. `at` is its place among those of the same kind. */
export type BookedReceipt = Receipt & { key: string; kind: 'repayment' | 'write-off'; at: number };
/** `recovered`: money for a loan that was written off. */
export type Divided = Omit<Allocation, 'over'> & { recovered: Cents };
export const undivided: Divided = { fees: 0, interest: 0, principal: 0, recovered: 0 };

/** What it repays of the loan itself. */
export const repaidSum = ({ fees, interest, principal }: Omit<Divided, 'recovered'>): Cents =>
  fees + interest + principal;
export const dividedSum = (divided: Divided): Cents => repaidSum(divided) + divided.recovered;
export const isSameDivision = (one: Divided, other: Divided): boolean =>
  one.fees === other.fees &&
  one.interest === other.interest &&
  one.principal === other.principal &&
  one.recovered === other.recovered;

/** In the order in which they reduce the loan. On one day, money comes before what is written off. */
export const inOrder = (one: BookedReceipt, other: BookedReceipt): number =>
  one.day.localeCompare(other.day) || one.kind.localeCompare(other.kind) || one.at - other.at;

/**
 * How each receipt is divided: fees, then interest, then principal. A receipt after the last day that is charged
 * counts on that day. Nothing of a loan that is not charged is divided. Money that comes after the rest was written off
 * recovers it.
 */
export function divisions(loan: Loan | null, receipts: readonly BookedReceipt[], until: Day): Map<string, Divided> {
  if (loan === null) return new Map(receipts.map(({ key }) => [key, undivided]));
  const counted = receipts.map(({ day, amount }) => ({ day: day > until ? until : day, amount }));
  const { allocations } = runLoan(loan, counted, until);
  let lost = 0;
  return new Map(
    receipts.map(({ key, kind }, at) => {
      const { fees, interest, principal, over } = allocations[at] ?? { ...undivided, over: 0 };
      const recovered = kind === 'repayment' ? Math.min(over, lost) : 0;
      lost += kind === 'write-off' ? fees + interest + principal : -recovered;
      return [key, { fees, interest, principal, recovered }];
    }),
  );
}

type Principal = Pick<Books, 'loans' | 'agreed' | 'organisation' | 'transit'>;

/**
 * The move of a division. Principal is taken from what was transferred, and only then from what was not. It goes back
 * to what was not transferred only as far as that is still kept for the organisation.
 */
export function dividingMove(move: DividedOverLoan, divided: Omit<Divided, 'recovered'>, books: Principal): Move {
  const isTaking = move === 'repay' || move === 'writeOff';
  const kept = -(books.organisation + books.transit) - books.agreed;
  const early = isTaking
    ? Math.max(0, divided.principal - books.loans)
    : Math.max(0, Math.min(divided.principal, kept));
  const { fees, interest } = divided;
  return {
    move,
    amounts: { amount: repaidSum(divided), fees, interest, principal: divided.principal - early, early },
  };
}

/** The day on which money or a written-off rest closed the loan; null if something is still owed. */
export function closedOn(loan: Loan, receipts: readonly Receipt[]): Day | null {
  const closing = receipts.find(({ day }, at) => owedBy(runLoan(loan, receipts.slice(0, at + 1), day)) === 0);
  return closing?.day ?? null;
}

/** Money that was returned is no longer held, so it cannot repay the loan or leave with its payment. */
export const heldWasReturned =
  'Money for this loan has been returned to the payer. Record the money that replaces it first.';

/** Whether held money suffices. `needed`: what a repayment repays anew, or takes along when it is voided. */
export const decideHeld = (held: Cents, needed: Cents): Decision<null> =>
  needed > held ? refuse('money-returned', heldWasReturned) : allow(null);

export const notDrawn = 'Money is repaid only for a loan that was drawn.';
const inFuture = 'The day of the payment cannot be in the future.';
const beforeStart = 'The loan had not started or was not drawn on that day.';

/** Whether a repayment of that day can be recorded. Its amount may be too little or too much. */
export function decideRepayment(loan: BookedLoan, date: Day, { today }: { today: Day }): Decision<Loan> {
  const terms = loanOf(loan);
  const { campaignFinanceDrawdownDate: drawn } = loan;
  if (!terms || drawn === null || drawn > today || charging[loan.status] === 'not-charged') {
    return refuse('not-drawn', notDrawn);
  }
  if (date > today) return refuse('repayment-date', inFuture, fieldError('date', 'notValid', inFuture));
  if (date < terms.startDate || date < drawn)
    return refuse('repayment-date', beforeStart, fieldError('date', 'notValid', beforeStart));
  return allow(terms);
}

/** Whether the rest of a loan can be written off as a small difference. */
export function decideSmallWriteOff(owed: Cents, country: Pick<CountryRules, 'locale' | 'currency'>): Decision<Cents> {
  if (owed <= 0) return refuse('nothing-owed', 'Nothing is owed for this loan.');
  if (owed < smallRest) return allow(owed);
  const words = `${formatMoney(owed, country)} is owed. Only a rest below ${formatMoney(smallRest, country)} is written off here.`;
  return refuse('rest-too-large', words);
}

/** Whether the rest of a loan can be written off with a second person. A small rest needs none. */
export function decideWriteOff(owed: Cents, country: Pick<CountryRules, 'locale' | 'currency'>): Decision<Cents> {
  if (owed <= 0) return refuse('nothing-owed', 'Nothing is owed for this loan.');
  if (owed >= smallRest) return allow(owed);
  return refuse('rest-too-small', `${formatMoney(owed, country)} is owed. One admin can write off so small a rest.`);
}
