import { type Day, daysBetween } from '@kerb/domain/kernel/dates.ts';
import { type Cents, divideRounded } from '@kerb/domain/kernel/money.ts';

/** The agreements count a year of 365 days, leap years included. */
export const daysPerYear = 365;
const basisPointsPerWhole = 10_000;

export type Interest = {
  /** The amount financed. Fees are not part of it and carry no interest. */
  financedCents: Cents;
  interestRateBasisPoints: number;
  days: number;
  interestFreeDays: number;
};

/** Simple interest, rounded once at the end: rounding each day would drift by cents a month. */
export function simpleInterest({ financedCents, interestRateBasisPoints, days, interestFreeDays }: Interest): Cents {
  refuseNegative({ financedCents, interestRateBasisPoints, days, interestFreeDays });
  const chargedDays = Math.max(0, days - interestFreeDays);
  const numerator = BigInt(financedCents) * BigInt(interestRateBasisPoints) * BigInt(chargedDays);
  return Number(divideRounded(numerator, BigInt(basisPointsPerWhole * daysPerYear)));
}

/** The day that a loan starts is charged; the day that it is repaid is not. */
export function loanDays(startDate: Day, repaymentDate: Day): number {
  const days = daysBetween(startDate, repaymentDate);
  if (days < 0) throw new RangeError(`the loan is repaid before it starts: ${startDate} to ${repaymentDate}`);
  return days;
}

/** A share of an amount in basis points, half a cent rounded up. */
export const shareOf = (cents: Cents, basisPoints: number): Cents =>
  Number(divideRounded(BigInt(cents) * BigInt(basisPoints), BigInt(basisPointsPerWhole)));

/** A negative amount here is a mistake of the caller's, and would quietly lower what somebody owes. */
export function refuseNegative(values: Record<string, number>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`${name} must be whole and not negative: ${value}`);
  }
}
