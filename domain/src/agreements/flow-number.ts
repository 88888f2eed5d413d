import type { CountryCode } from '@kerb/domain/countries/country.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';

export type Numbered = { id: number; campaignBudgetFundsPurpose: FundsPurpose };

export const flowNumberLabel = 'Flow No.';

/** 'AU10231', or 'DAU10231' for a deposit. */
export const flowNumber = ({ id, campaignBudgetFundsPurpose }: Numbered, country: CountryCode): string =>
  `${campaignBudgetFundsPurpose === 'deposit' ? 'D' : ''}${country}${id}`;
