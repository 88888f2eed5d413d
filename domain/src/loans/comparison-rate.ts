import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type Cents, divideRounded } from '@kerb/domain/kernel/money.ts';
import { daysPerYear, refuseNegative, simpleInterest } from '@kerb/domain/loans/interest.ts';

/**
 * (365 / days) × (repaid / financed − 1) × 100, in basis points: the National Credit Code's formula for one repayment,
 * with the whole term as its time unit. Null if nothing is financed, or for zero days.
 */
export function rateOfOneRepayment(loan: { financedCents: Cents; repaidCents: Cents; days: number }): number | null {
  refuseNegative(loan);
  const { financedCents, repaidCents, days } = loan;
  if (financedCents === 0 || days === 0) return null;
  const numerator = BigInt(daysPerYear) * BigInt(repaidCents - financedCents) * 10_000n;
  return Number(divideRounded(numerator, BigInt(days) * BigInt(financedCents)));
}

export type ComparedLoan = {
  /** Total finance: the campaign budget and the additional amount. */
  financedCents: Cents;
  interestRateBasisPoints: number;
  serviceFeeCents: Cents;
  budgetOwnerFeeCents: Cents;
};

/** 99,999.99 per cent. Fees that cost more than that are a typing mistake, and no agreement states such a rate. */
const largestRate = 99_999_99;

/**
 * The comparison rate over the country's default campaign period, in basis points. It excludes the security
 * registration fee, which is a government charge, and interest-free days, which would lower the rate. Null if it is
 * larger than an agreement can state: without a comparison rate the loan is not approved.
 */
export function comparisonRate(
  { financedCents, interestRateBasisPoints, serviceFeeCents, budgetOwnerFeeCents }: ComparedLoan,
  { defaultCampaignPeriodDays: days }: Pick<CountryRules, 'defaultCampaignPeriodDays'>,
): number | null {
  refuseNegative({ serviceFeeCents, budgetOwnerFeeCents });
  const interestCents = simpleInterest({ financedCents, interestRateBasisPoints, days, interestFreeDays: 0 });
  const repaidCents = financedCents + interestCents + serviceFeeCents + budgetOwnerFeeCents;
  const rate = rateOfOneRepayment({ financedCents, repaidCents, days });
  return rate !== null && rate > largestRate ? null : rate;
}
