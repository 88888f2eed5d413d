import type { LoanReceipt } from '@kerb/domain/agreements/loan-receipts.ts';
import { addDays, type Day, daysBetween } from '@kerb/domain/kernel/dates.ts';
import { type Cents, divideRounded } from '@kerb/domain/kernel/money.ts';
import { totalFinance } from '@kerb/domain/loans/fees.ts';
import { basisPointsPerWhole, daysPerYear } from '@kerb/domain/loans/interest.ts';

/** What a run needs of a loan. `Loan` has all of it. */
export type RunTerms = {
  budgetCents: Cents;
  additionalCents: Cents;
  serviceFeeCents: Cents;
  caveatFeeCents: Cents;
  budgetOwnerFeeCents: Cents;
  interestRateBasisPoints: number;
  interestFreeDays: number;
  startDate: Day;
};

export type Receipt = LoanReceipt;

/** How a receipt is divided: fees first, then interest, then principal. The rest is too much. */
export type Allocation = { fees: Cents; interest: Cents; principal: Cents; over: Cents };

export type LoanRun = {
  fees: Cents;
  interest: Cents;
  principal: Cents;
  /** All interest so far, also that which was paid. */
  interestCharged: Cents;
  /** One for each receipt, in the order in which they were given. */
  allocations: Allocation[];
  /** The exact interest so far, in parts of a cent: see `centsOfParts`. */
  interestParts: bigint;
};

/** One cent of interest is this many parts: a cent for a year at 100 per cent, for each of its days. */
export const partsPerCent = BigInt(basisPointsPerWhole * daysPerYear);

/** Interest is rounded here and nowhere else, on the sum of all days, so that no rounding adds up. */
export const centsOfParts = (parts: bigint): Cents => Number(divideRounded(parts, partsPerCent));

export const feesOf = ({ serviceFeeCents, caveatFeeCents, budgetOwnerFeeCents }: RunTerms): Cents =>
  serviceFeeCents + caveatFeeCents + budgetOwnerFeeCents;

/** The first day that bears interest. */
export const firstChargedDay = ({ startDate, interestFreeDays }: RunTerms): Day => addDays(startDate, interestFreeDays);

const later = (one: Day, other: Day): Day => (one > other ? one : other);

/** The interest of the days from `from` to before `to`, in parts of a cent. */
function partsBetween(terms: RunTerms, principal: Cents, from: Day, to: Day): bigint {
  const first = later(from, firstChargedDay(terms));
  if (to <= first) return 0n;
  return BigInt(principal) * BigInt(terms.interestRateBasisPoints) * BigInt(daysBetween(first, to));
}

function allocate(amount: Cents, owed: { fees: Cents; interest: Cents; principal: Cents }): Allocation {
  const fees = Math.min(amount, owed.fees);
  const interest = Math.min(amount - fees, owed.interest);
  const principal = Math.min(amount - fees - interest, owed.principal);
  return { fees, interest, principal, over: amount - fees - interest - principal };
}

/**
 * A loan from its start to the beginning of a day: the interest of each day before it, and the receipts up to and on
 * it. A receipt reduces the principal from its own day on, so that day bears interest on the rest only. Receipts are
 * by day.
 */
export function runLoan(terms: RunTerms, receipts: readonly Receipt[], until: Day): LoanRun {
  let owed = { fees: feesOf(terms), principal: totalFinance(terms) };
  let [parts, interestPaid, at] = [0n, 0, terms.startDate];
  const allocations: Allocation[] = [];
  const advance = (day: Day) => {
    parts += partsBetween(terms, owed.principal, at, day);
    at = later(at, day);
  };
  for (const { day, amount } of receipts) {
    if (day > until) {
      allocations.push({ fees: 0, interest: 0, principal: 0, over: 0 });
      continue;
    }
    advance(day);
    const allocation = allocate(amount, { ...owed, interest: centsOfParts(parts) - interestPaid });
    allocations.push(allocation);
    interestPaid += allocation.interest;
    owed = { fees: owed.fees - allocation.fees, principal: owed.principal - allocation.principal };
  }
  advance(until);
  const interestCharged = centsOfParts(parts);
  return { ...owed, interest: interestCharged - interestPaid, interestCharged, allocations, interestParts: parts };
}

export const owedBy = ({ fees, interest, principal }: Pick<LoanRun, 'fees' | 'interest' | 'principal'>): Cents =>
  fees + interest + principal;

/**
 * The interest to post for each day before `until`: the whole cents by which the sum of all days has grown. The days
 * add up to the interest of the whole time on every day. Days without a cent are left out.
 */
export function interestByDay(terms: RunTerms, receipts: readonly Receipt[], until: Day): Map<Day, Cents> {
  const byDay = new Map<Day, Cents>();
  let [parts, principal] = [0n, totalFinance(terms)];
  const days = daysBetween(terms.startDate, until);
  const { allocations } = runLoan(terms, receipts, until);
  const repaidOn = new Map<Day, Cents>();
  for (const [at, { day }] of receipts.entries()) {
    const on = later(day, terms.startDate);
    repaidOn.set(on, (repaidOn.get(on) ?? 0) + (allocations[at]?.principal ?? 0));
  }
  for (let at = 0; at < days; at += 1) {
    const day = addDays(terms.startDate, at);
    principal -= repaidOn.get(day) ?? 0;
    const after = parts + partsBetween(terms, principal, day, addDays(day, 1));
    const cents = centsOfParts(after) - centsOfParts(parts);
    if (cents > 0) byDay.set(day, cents);
    parts = after;
  }
  return byDay;
}
