import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrors, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { comparisonRate } from '@kerb/domain/loans/comparison-rate.ts';
import { totalFinance } from '@kerb/domain/loans/fees.ts';
import { loanToValueRange } from '@kerb/domain/loans/valuation.ts';
import { isPrintable } from '@kerb/domain/wire/printable-text.ts';

type Values = Partial<AgreementValues>;
type Limit = { field: 'interestRate' | 'interestFreeDays'; least: number; most: number; words: string };

/** The limits of a loan's terms; rates in basis points. */
// biome-ignore format: a table
const limits: readonly Limit[] = [
  { field: 'interestRate',     least: 0, most: 100_00, words: 'Enter a rate from 0 to 100.' },
  { field: 'interestFreeDays', least: 0, most: 365,    words: 'Enter a whole number of days from 0 to 365.' },
];

type Priced = Pick<AgreementValues, 'mortgageBalance' | 'mortgageBalanceRange' | 'sellingPriceMin' | 'sellingPriceMax'>;

/** The mortgage determines its range, unless a range is sent with it. */
function rangeOf(current: Priced, changes: Values): Values {
  const { mortgageBalance } = changes;
  if (mortgageBalance === undefined || mortgageBalance === null || changes.mortgageBalanceRange !== undefined)
    return {};
  const found = loanToValueRange(mortgageBalance, { ...current, ...changes });
  return found ? { mortgageBalanceRange: found.range } : {};
}

type Terms = { [Name in Limit['field'] | 'budgetOwnerFeeName']?: AgreementValues[Name] | undefined };

/** An error for each term outside its limits. The screen calls it first. */
export function termErrors(changes: Terms): FieldErrors {
  const broken = limits.filter(({ field, least, most }) => {
    const value = changes[field];
    return value !== undefined && value !== null && (value < least || value > most);
  });
  return {
    ...Object.fromEntries(broken.map(({ field, words }) => [field, [{ type: 'notValid', message: words }]])),
    ...(!isPrintable(changes.budgetOwnerFeeName ?? '') &&
      fieldError('budgetOwnerFeeName', 'notValid', fieldWords.textInLatin)),
  };
}

/** Decides a save of a loan's terms and adds the derived fields. */
export function decideTerms(current: Priced, changes: Values): Decision<Values> {
  const validation = termErrors(changes);
  const [first] = Object.values(validation);
  if (first?.[0]) return refuse('loan-terms', first[0].message, validation);
  return allow({ ...changes, ...rangeOf(current, changes) });
}

type Compared = Pick<
  AgreementValues,
  | 'financeOptionCode'
  | 'campaignBudget'
  | 'campaignAdditionalAmount'
  | 'interestRate'
  | 'serviceFee'
  | 'budgetOwnerFee'
  | 'comparisonRate'
>;

/** The comparison rate of the current terms, if it differs from the stored one. */
export function changedComparisonRate(
  current: Compared,
  country: Pick<CountryRules, 'defaultCampaignPeriodDays'>,
): Pick<Values, 'comparisonRate'> {
  if (current.financeOptionCode !== 'pl' || current.interestRate === null) return {};
  const rate = comparisonRate(
    {
      financedCents: totalFinance({
        budgetCents: current.campaignBudget ?? 0,
        additionalCents: current.campaignAdditionalAmount ?? 0,
      }),
      interestRateBasisPoints: current.interestRate,
      serviceFeeCents: current.serviceFee ?? 0,
      budgetOwnerFeeCents: current.budgetOwnerFee ?? 0,
    },
    country,
  );
  return rate === current.comparisonRate ? {} : { comparisonRate: rate };
}
