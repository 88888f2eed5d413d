import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { type LoanFields, loanOf } from '@kerb/domain/loans/loan-figures.ts';
import { interestByDay, type Receipt } from '@kerb/domain/loans/loan-run.ts';
import { taxWithin } from '@kerb/domain/payments/invoices.ts';
import { type Move, moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/**
 * What each status means for a drawn loan: its fees and interest are charged, or they are not. A completed campaign
 * goes on as before: only money ends a loan.
 */
// biome-ignore format: a table
export const charging: Record<AgreementStatus, 'charged' | 'not-charged' | 'unchanged'> = {
  cancelled:            'not-charged',
  rejected:             'not-charged',
  draft:                'not-charged',
  'waiting-invite':     'not-charged',
  'waiting-info':       'not-charged',
  'waiting-approval':   'not-charged',
  approved:             'not-charged',
  signed:               'charged',
  executed:             'charged',
  withdrawn:            'charged',
  'waiting-settlement': 'charged',
  complete:             'unchanged',
};

/** The fees of a loan, as lines of its balance. */
export const feeLines = ['serviceFee', 'caveatFee', 'budgetOwnerFee'] as const;
export type FeeLine = (typeof feeLines)[number];

/**
 * The fees that include tax. Fees of credit are input taxed or exempt. The service fee of Pay On Success is taxed
 * however it is paid: by an invoice of its own, or with the loan.
 */
const taxed: Record<FinanceOptionCode, readonly FeeLine[]> = { pn: [], pos: ['serviceFee'], pl: [] };

export type BookedLoan = LoanFields &
  Pick<AgreementValues, 'campaignFinanceDrawdownDate'> & { status: AgreementStatus };

/** Whether fees and interest of the loan belong in the ledger today. `hasAccount`: they did before. */
export function isCharged(loan: BookedLoan, { today, hasAccount }: { today: Day; hasAccount: boolean }): boolean {
  const { campaignFinanceDrawdownDate: drawn } = loan;
  if (loanOf(loan) === null || drawn === null || drawn > today) return false;
  return charging[loan.status] === 'unchanged' ? hasAccount : charging[loan.status] === 'charged';
}

/** What the ledger has, or should have, of a loan: its fees by line and its interest by day. */
export type LoanPostings = { fees: Record<FeeLine, Cents>; interest: ReadonlyMap<Day, Cents> };
export const noPostings: LoanPostings = {
  fees: { serviceFee: 0, caveatFee: 0, budgetOwnerFee: 0 },
  interest: new Map(),
};

/** The first day without interest: the day of repayment, else today. The law forbids charging a day before it ends. */
export const chargedUntil = ({ campaignFinanceRepaidDate: repaid }: LoanFields, today: Day): Day =>
  repaid !== null && repaid < today ? repaid : today;

/** What the ledger should have of a charged loan today. */
export function wantedPostings(loan: BookedLoan, receipts: readonly Receipt[], today: Day): LoanPostings {
  const terms = loanOf(loan);
  if (terms === null) return noPostings;
  return {
    fees: {
      serviceFee: terms.serviceFeeCents,
      caveatFee: terms.caveatFeeCents,
      budgetOwnerFee: terms.budgetOwnerFeeCents,
    },
    interest: interestByDay(terms, receipts, chargedUntil(loan, today)),
  };
}

/** A fee as the ledger has it, with its corrections. */
export type PostedFee = { line: FeeLine; day: Day; amount: Cents };
export type PostedLoan = { fees: readonly PostedFee[]; interest: ReadonlyMap<Day, Cents> };

/**
 * The day of a loan's fees: its start. A loan that starts later keeps the day on which they were posted. `loan` is
 * null if nothing is charged.
 */
export function feeDayOf(loan: { startDate: Day } | null, { fees }: PostedLoan, today: Day): Day {
  if (!loan) return today;
  return loan.startDate <= today ? loan.startDate : (fees[0]?.day ?? today);
}

/** What the ledger has of a loan, with its fees of the right day apart from those of other days. */
export function postedFor(feeDay: Day, { fees, interest }: PostedLoan): LoanPostings & { otherDays: PostedFee[] } {
  const sums = { ...noPostings.fees };
  for (const { line, day, amount } of fees) if (day === feeDay) sums[line] += amount;
  return { fees: sums, interest, otherDays: fees.filter(({ day }) => day !== feeDay) };
}

export type LoanPosting = { day: Day; moves: Move[] } & (
  | { event: 'charge'; line: FeeLine }
  | { event: 'interest'; line: null }
  | { event: 'interest-change'; line: null }
);

type Tax = Pick<CountryRules, 'gstBasisPoints'>;

/** The change of a fee. The tax is the difference of the tax within both amounts, so that no rounding adds up. */
function chargeOf(option: FinanceOptionCode, line: FeeLine, fee: { wanted: Cents; posted: Cents }, tax: Tax): Move {
  const taxOf = (amount: Cents) => (taxed[option].includes(line) ? taxWithin(amount, tax.gstBasisPoints) : 0);
  const amount = Math.abs(fee.wanted - fee.posted);
  const taxPart = Math.abs(taxOf(fee.wanted) - taxOf(fee.posted));
  const amounts = { amount, income: amount - taxPart, tax: taxPart };
  return { move: fee.wanted > fee.posted ? 'charge' : 'uncharge', amounts };
}

type Given = {
  option: FinanceOptionCode;
  wanted: LoanPostings;
  posted: LoanPostings & { otherDays?: readonly PostedFee[] };
  feeDay: Day;
};

/**
 * The postings that bring the ledger in line. Nothing that was posted changes: a difference is a posting of its own,
 * for the same day. The first posting of a day is the day's interest, any other is a change of it. Empty if all is
 * right.
 */
export function postingsBetween({ option, wanted, posted, feeDay }: Given, tax: Tax): LoanPosting[] {
  const fees = feeLines.flatMap((line): LoanPosting[] => {
    const fee = { wanted: wanted.fees[line], posted: posted.fees[line] };
    const moves = [chargeOf(option, line, fee, tax)];
    return fee.wanted === fee.posted ? [] : [{ event: 'charge', line, day: feeDay, moves }];
  });
  // The loan starts on another day than when its fees were posted.
  const moved = (posted.otherDays ?? []).map(({ line, day, amount }): LoanPosting => {
    const moves = [chargeOf(option, line, { wanted: 0, posted: amount }, tax)];
    return { event: 'charge', line, day, moves };
  });
  const days = [...new Set([...wanted.interest.keys(), ...posted.interest.keys()])].sort();
  const interest = days.flatMap((day): LoanPosting[] => {
    const difference = (wanted.interest.get(day) ?? 0) - (posted.interest.get(day) ?? 0);
    if (difference === 0) return [];
    const event = posted.interest.has(day) ? 'interest-change' : 'interest';
    return [{ event, line: null, day, moves: [moveOf(difference > 0 ? 'accrue' : 'unaccrue', Math.abs(difference))] }];
  });
  // What is charged comes first, so that no balance is below zero in between.
  const isLess = ({ moves: [first] }: LoanPosting): number =>
    Number(first?.move === 'uncharge' || first?.move === 'unaccrue');
  return [...fees, ...moved, ...interest].toSorted((one, other) => isLess(one) - isLess(other));
}
