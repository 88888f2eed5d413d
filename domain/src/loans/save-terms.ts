import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrors, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { comparisonRate } from '@kerb/domain/loans/comparison-rate.ts';
import { totalFinance } from '@kerb/domain/loans/fees.ts';
import { loanToValueRange } from '@kerb/domain/loans/valuation.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { isPrintable } from '@kerb/domain/wire/printable-text.ts';

type Values = Partial<AgreementValues>;
type Limit = { field: 'interestRate' | 'interestFreeDays'; least: number; most: number; words: string };

/** The limits of a loan's terms; rates in basis points. */
// biome-ignore format: a table
const limits: readonly Limit[] = [
  { field: 'interestRate',     least: 0, most: 100_00, words: fieldWords.rateUpTo100 },
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

type Terms = {
  [Name in Limit['field'] | 'budgetOwnerFeeName' | 'mortgageBalance']?: AgreementValues[Name] | undefined;
};

/** An agreement for a loan without a rate would promise 0 per cent. */
export const enterInterestRate = 'Enter the interest rate.';

/** The refusal to make or sign such an agreement. */
export const rateMissing =
  'The interest rate of this campaign is not set, so there is no agreement to sign yet. Please contact us.';

const isOutside = (value: number | null | undefined, { least, most }: Limit): boolean =>
  value !== undefined && value !== null && (value < least || value > most);

/** An error for each term that is not valid for the option. The screen calls it first. */
export function termErrors(changes: Terms, option: FinanceOptionCode | null): FieldErrors {
  const errors: FieldErrors = {};
  const add = (field: keyof Terms, words: string) => Object.assign(errors, fieldError(field, 'notValid', words));
  for (const limit of limits) if (isOutside(changes[limit.field], limit)) add(limit.field, limit.words);
  if (option === 'pl' && changes.interestRate === null) add('interestRate', enterInterestRate);
  if ((changes.mortgageBalance ?? 0) % 100 > 0) add('mortgageBalance', 'Enter whole dollars.');
  if (!isPrintable(changes.budgetOwnerFeeName ?? '')) add('budgetOwnerFeeName', fieldWords.textInLatin);
  return errors;
}

type Lent = Priced & Pick<AgreementValues, 'financeOptionCode'>;

/** Decides a save of a loan's terms and adds the derived fields. */
export function decideTerms(current: Lent, changes: Values): Decision<Values> {
  const validation = termErrors(changes, changes.financeOptionCode ?? current.financeOptionCode);
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

/** The comparison rate of the current terms, if it differs from the stored one. Without a rate there is none. */
export function changedComparisonRate(
  current: Compared,
  country: Pick<CountryRules, 'defaultCampaignPeriodDays'>,
): Pick<Values, 'comparisonRate'> {
  if (current.financeOptionCode !== 'pl') return {};
  const rate =
    current.interestRate === null
      ? null
      : comparisonRate(
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
