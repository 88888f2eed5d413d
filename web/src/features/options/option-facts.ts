import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { OptionFacts } from '@kerb/domain/options/option-rules.ts';
import type { CampaignOptions } from '@kerb/domain/options/options.contract.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

/** The facts for the rules, as this screen knows them; the server checks again. */
export const optionFactsOf = (agreement: Agreement, { items, available = [] }: CampaignOptions): OptionFacts => ({
  status: agreement.status,
  campaignBudget: agreement.campaignBudget ?? null,
  campaignBudgetFundsPurpose: agreement.campaignBudgetFundsPurpose,
  financeOptionCode: agreement.financeOptionCode ?? null,
  hasMoney: agreement.hasMoney,
  offered: items,
  available,
  today: today(agreement.tenantTimeZone),
});

type Meaning = { payer: string; staff: string };

/** The meaning of each option, in words for the payer and for the team. */
// biome-ignore format: a table
const optionMeanings = ({ longestLoanDays }: Pick<CountryRules, 'longestLoanDays'>): Record<FinanceOptionCode, Meaning> => ({
  pn:  { payer: 'Pay the whole amount now, by card or bank transfer.', staff: 'Paid now, by card or bank transfer.' },
  pos: { payer: 'Pay a fee now, and the campaign when your property sells.', staff: 'A fee now, the campaign when the property sells.' },
  pl:  { payer: `Pay nothing now. Repay at settlement, if you withdraw, or after ${longestLoanDays} days, whichever comes first.`, staff: `A loan, repaid at settlement, on withdrawal or after ${longestLoanDays} days.` },
});
export const optionMeaning = (code: FinanceOptionCode): Meaning => optionMeanings(countryRules())[code];
