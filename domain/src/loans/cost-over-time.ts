import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { estimatePayLater, type PayLaterTerms } from '@kerb/domain/loans/fees.ts';

export type CostPoint = { day: number; totalCents: Cents };

/** The words for a number of days beyond the longest loan. */
export const daysToEstimate = ({ longestLoanDays }: Pick<CountryRules, 'longestLoanDays'>): string =>
  `Enter a number from 0 to ${longestLoanDays}.`;

const stepDays = 15;

/** The totals at regular days up to the longest loan, and on the day that interest starts, where the line bends. */
export function totalsOverTime(terms: Omit<PayLaterTerms, 'days'>, country: CountryRules): CostPoint[] {
  const { longestLoanDays } = country;
  const regular = Array.from({ length: Math.floor(longestLoanDays / stepDays) + 1 }, (_, place) => place * stepDays);
  const bend = terms.interestFreeDays < longestLoanDays ? [terms.interestFreeDays] : [];
  const days = [...new Set([...regular, ...bend])].sort((one, other) => one - other);
  return days.map((day) => ({ day, totalCents: estimatePayLater({ ...terms, days: day }, country).totalCents }));
}
