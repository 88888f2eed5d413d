import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type Cents, centsFromTyped, largestBudgetCents } from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { estimatePayLater, type PayLaterEstimate } from '@kerb/domain/loans/fees.ts';
import type { FeeTerms } from '@kerb/web/features/fee-calculator/fee-terms.ts';

/** The typed input of the calculator. */
export type TypedTerms = { budget: string; additional: string; days: string };
export type TermErrors = Partial<Record<keyof TypedTerms, string>>;

export const defaultBudgetCents: Cents = 1_000_00;

const wholeDays = (typed: string): number | null => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null);
const centsOrNone = (typed: string): Cents | null => (typed.trim() === '' ? 0 : centsFromTyped(typed));

const amountError = (cents: Cents | null): string | null => {
  if (cents === null) return fieldWords.enterAmount;
  return cents > largestBudgetCents ? fieldWords.budgetTooLarge : null;
};

export function termErrors(typed: TypedTerms, { longestLoanDays }: CountryRules): TermErrors {
  const days = wholeDays(typed.days);
  const budget = amountError(centsFromTyped(typed.budget));
  const additional = amountError(centsOrNone(typed.additional));
  return {
    ...(budget !== null && { budget }),
    ...(additional !== null && { additional }),
    ...((days === null || days > longestLoanDays) && { days: `Enter a number from 0 to ${longestLoanDays}.` }),
  };
}

/** The cost of Pay Later on these terms; null while the input is invalid. */
export function estimateOf(typed: TypedTerms, terms: FeeTerms, country: CountryRules): PayLaterEstimate | null {
  const budgetCents = centsFromTyped(typed.budget);
  const additionalCents = centsOrNone(typed.additional);
  const days = wholeDays(typed.days);
  if (budgetCents === null || additionalCents === null || days === null) return null;
  if (Object.keys(termErrors(typed, country)).length > 0) return null;
  return estimatePayLater({ ...terms, budgetCents, additionalCents, days }, country);
}

export type CostPoint = { day: number; totalCents: Cents };

/** The totals at regular days up to the longest loan, and on the day that interest starts, where the line bends. */
export function totalsOverTime(typed: TypedTerms, terms: FeeTerms, country: CountryRules): CostPoint[] {
  const { longestLoanDays } = country;
  const step = 15;
  const regular = Array.from({ length: Math.floor(longestLoanDays / step) + 1 }, (_, place) => place * step);
  const bend = terms.interestFreeDays < longestLoanDays ? [terms.interestFreeDays] : [];
  const days = [...new Set([...regular, ...bend])].sort((one, other) => one - other);
  return days.flatMap((day) => {
    const estimate = estimateOf({ ...typed, days: String(day) }, terms, country);
    return estimate ? [{ day, totalCents: estimate.totalCents }] : [];
  });
}
