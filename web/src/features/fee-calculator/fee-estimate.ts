import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type Cents, centsFromTyped, largestBudgetCents } from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { type CostPoint, daysToEstimate, totalsOverTime } from '@kerb/domain/loans/cost-over-time.ts';
import { estimatePayLater, type FeeLine } from '@kerb/domain/loans/fees.ts';
import { loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import type { FeeTerms, ShownTerms } from '@kerb/web/features/fee-calculator/fee-terms.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

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

export function termErrors(typed: TypedTerms, country: CountryRules): TermErrors {
  const days = wholeDays(typed.days);
  const budget = amountError(centsFromTyped(typed.budget));
  const additional = amountError(centsOrNone(typed.additional));
  return {
    ...(budget !== null && { budget }),
    ...(additional !== null && { additional }),
    ...((days === null || days > country.longestLoanDays) && { days: daysToEstimate(country) }),
  };
}

type Amounts = { budgetCents: Cents; additionalCents: Cents; days: number };

/** What was typed, as numbers; null while the input is invalid. */
export function amountsOf(typed: TypedTerms, country: CountryRules): Amounts | null {
  const budgetCents = centsFromTyped(typed.budget);
  const additionalCents = centsOrNone(typed.additional);
  const days = wholeDays(typed.days);
  if (budgetCents === null || additionalCents === null || days === null) return null;
  return Object.keys(termErrors(typed, country)).length > 0 ? null : { budgetCents, additionalCents, days };
}

/** An estimate on the screen. The rates are absent if they are withheld. */
export type ShownEstimate = {
  days: number;
  lines: readonly FeeLine[];
  totalCents: Cents;
  points: readonly CostPoint[];
  rates: { interestBasisPoints: number; comparisonBasisPoints: number | null } | null;
};

function computed(amounts: Amounts, terms: FeeTerms, country: CountryRules): ShownEstimate {
  const loan = { ...terms, ...amounts };
  const { lines, totalCents, comparisonRateBasisPoints } = estimatePayLater(loan, country);
  const rates = {
    interestBasisPoints: terms.interestRateBasisPoints,
    comparisonBasisPoints: comparisonRateBasisPoints,
  };
  return { days: amounts.days, lines, totalCents, points: totalsOverTime(loan, country), rates };
}

const estimateOfBrand = (brand: string | undefined, { budgetCents, additionalCents, days }: Amounts) =>
  queryOptions({
    queryKey: ['fee-calculator', 'estimate', brand, budgetCents, additionalCents, days],
    queryFn: ({ signal }) =>
      call(loanEndpoints.estimate, {
        query: { brand, campaignBudget: budgetCents, additional: additionalCents, days },
        signal,
      }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** So that a number that is being typed is one request. */
const typingPauseMs = 300;

type Estimated = { estimate: ShownEstimate | null; error: Error | null };

/** The estimate for what is typed: computed here, or by the server if the rate is withheld. Null if there is none. */
export function useEstimate(typed: TypedTerms, terms: ShownTerms, country: CountryRules): Estimated {
  const { interestRateBasisPoints, brand } = terms;
  const isWithheld = interestRateBasisPoints === null;
  const [paused] = useDebouncedValue(typed, typingPauseMs);
  const amounts = amountsOf(typed, country);
  const asked = amountsOf(paused, country);
  const { data, error } = useQuery({
    ...estimateOfBrand(brand, asked ?? { budgetCents: 0, additionalCents: 0, days: 0 }),
    enabled: isWithheld && asked !== null,
  });
  if (amounts === null) return { estimate: null, error: null };
  if (!isWithheld) return { estimate: computed(amounts, { ...terms, interestRateBasisPoints }, country), error: null };
  if (!data) return { estimate: null, error };
  const lines = data.lines.map(({ amount, ...line }) => ({ ...line, amountCents: amount }));
  const points = data.points.map(({ day, total }) => ({ day, totalCents: total }));
  return { estimate: { days: data.days, lines, totalCents: data.total, points, rates: null }, error };
}
