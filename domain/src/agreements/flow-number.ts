import type { FundsPurpose } from '@kerb/domain/agreements/value-lists.ts';
import type { CountryCode } from '@kerb/domain/countries/country.ts';

export type Numbered = { id: number; campaignBudgetFundsPurpose: FundsPurpose };

/** 'AU10231', or 'DAU10231' for a deposit. */
export const flowNumber = ({ id, campaignBudgetFundsPurpose }: Numbered, country: CountryCode): string =>
  `${campaignBudgetFundsPurpose === 'deposit' ? 'D' : ''}${country}${id}`;
