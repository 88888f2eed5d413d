import { type Day, daysBetween } from '@kerb/domain/kernel/dates.ts';
import { type Cents, divideRounded } from '@kerb/domain/kernel/money.ts';

/** The agreements use a year of 365 days, also in leap years. */
export const daysPerYear = 365;
export const basisPointsPerWhole = 10_000;

export type Interest = {
  /** The amount financed, without fees: fees carry no interest. */
  financedCents: Cents;
  interestRateBasisPoints: number;
  days: number;
  interestFreeDays: number;
};

/** Simple interest, rounded once at the end: rounding each day would add up to cents a month. */
export function simpleInterest({ financedCents, interestRateBasisPoints, days, interestFreeDays }: Interest): Cents {
  refuseNegative({ financedCents, interestRateBasisPoints, days, interestFreeDays });
  const chargedDays = Math.max(0, days - interestFreeDays);
  const numerator = BigInt(financedCents) * BigInt(interestRateBasisPoints) * BigInt(chargedDays);
  return Number(divideRounded(numerator, BigInt(basisPointsPerWhole * daysPerYear)));
}

/** The first day of a loan is charged; the day of repayment is not. */
export function loanDays(startDate: Day, repaymentDate: Day): number {
  const days = daysBetween(startDate, repaymentDate);
  if (days < 0) throw new RangeError(`the loan is repaid before it starts: ${startDate} to ${repaymentDate}`);
  return days;
}

/** A share of an amount in basis points, rounded half up to the cent. */
export const shareOf = (cents: Cents, basisPoints: number): Cents =>
  Number(divideRounded(BigInt(cents) * BigInt(basisPoints), BigInt(basisPointsPerWhole)));

/** A negative amount here is a bug of the caller and would silently lower a debt. */
export function refuseNegative(values: Record<string, number>): void {
  for (const [name, value] of Object.entries(values)) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`${name} must be whole and not negative: ${value}`);
  }
}
