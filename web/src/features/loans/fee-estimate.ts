import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type Cents, centsFromTyped } from '@kerb/domain/kernel/money.ts';
import { estimatePayLater, type PayLaterEstimate } from '@kerb/domain/loans/fees.ts';

/** What is typed into the calculator. */
export type TypedTerms = { budget: string; additional: string; days: string };
export type TermErrors = Partial<Record<keyof TypedTerms, string>>;

export const defaultBudgetCents: Cents = 1_000_00;

const wholeDays = (typed: string): number | null => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null);
const centsOrNone = (typed: string): Cents | null => (typed.trim() === '' ? 0 : centsFromTyped(typed));

export function termErrors(typed: TypedTerms, { longestLoanDays }: CountryRules): TermErrors {
  const days = wholeDays(typed.days);
  return {
    ...(centsFromTyped(typed.budget) === null && { budget: 'Enter an amount.' }),
    ...(centsOrNone(typed.additional) === null && { additional: 'Enter an amount.' }),
    ...((days === null || days > longestLoanDays) && { days: `Enter a number from 0 to ${longestLoanDays}.` }),
  };
}

/** What Pay Later would cost by the country's usual terms; null while something typed does not make sense. */
export function estimateOf(typed: TypedTerms, country: CountryRules): PayLaterEstimate | null {
  const budgetCents = centsFromTyped(typed.budget);
  const additionalCents = centsOrNone(typed.additional);
  const days = wholeDays(typed.days);
  if (budgetCents === null || additionalCents === null || days === null || days > country.longestLoanDays) return null;
  const { serviceFeeBasisPoints, interestRateBasisPoints } = country.payLater;
  const terms = {
    budgetCents,
    additionalCents,
    days,
    caveatFeeCents: country.securityRegistrationFeeCents,
    budgetOwnerFeeCents: 0,
    interestFreeDays: 0,
    serviceFeeBasisPoints,
    interestRateBasisPoints,
  };
  return estimatePayLater(terms, country);
}

/** The total at regular days up to the longest loan, for the picture. */
export function totalsOverTime(typed: TypedTerms, country: CountryRules): { day: number; totalCents: Cents }[] {
  const step = 15;
  const days = Array.from({ length: Math.floor(country.longestLoanDays / step) + 1 }, (_, place) => place * step);
  return days.flatMap((day) => {
    const estimate = estimateOf({ ...typed, days: String(day) }, country);
    return estimate ? [{ day, totalCents: estimate.totalCents }] : [];
  });
}
