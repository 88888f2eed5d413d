import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { formatMoney, formatPercent } from '@kerb/domain/kernel/money.ts';
import { type FinanceOptionCode, financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';

const meanings: Record<FinanceOptionCode, (country: CountryRules) => string> = {
  pn: () => 'Pay now, by card or bank transfer. A card may carry a surcharge, which is shown before anything is paid.',
  pos: ({ payOnSuccess, ...country }) =>
    `Pay a fee of ${formatPercent(payOnSuccess?.serviceFeeBasisPoints ?? 0)} of the budget now, and the campaign ` +
    `itself when the property sells. For budgets from ${formatMoney(payOnSuccess?.smallestBudgetCents ?? 0, country)}.`,
  pl: ({ payLater, payLaterFeeLabel, securityRegistrationFeeCents, longestLoanDays, ...country }) =>
    `A loan for the marketing, repaid when the property settles or is withdrawn, or after ${longestLoanDays} days at ` +
    `the latest. Interest of ${formatPercent(payLater.interestRateBasisPoints)} a year runs by the day; the ` +
    `${payLaterFeeLabel} is ${formatPercent(payLater.serviceFeeBasisPoints)} of what is borrowed, and registering ` +
    `the security costs ${formatMoney(securityRegistrationFeeCents, country)}.`,
};

/** Each payment option of the country, with its cost by the country's default terms. */
export const waysToPay = (country: CountryRules): [string, string][] =>
  country.financeOptions.map((code) => [financeOptionLabels[code], meanings[code](country)]);
