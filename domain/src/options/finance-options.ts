import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

/** An option that an organisation may offer, with its own terms; null means the country's term. */
export type TenantOption = {
  optionCode: FinanceOptionCode;
  /** Switched on by the platform for this organisation. */
  active: boolean;
  /** Switched on by the organisation. The option is usable only if both are on. */
  enabled: boolean;
  offeredByDefault: boolean;
  budgetOwnerFee: Cents | null;
  budgetOwnerFeeName: string | null;
  /** In basis points; a fraction on the wire and in the database. */
  serviceFeePercent: number | null;
  /** In basis points; per cent on the wire and in the database. */
  interestRate: number | null;
  interestFreeOffered: boolean;
  interestFreeDays: number | null;
  interestFreeOfferExpiryDate: Day | null;
};

/** An option that a campaign offers its payer. */
export type CampaignOption = {
  optionCode: FinanceOptionCode;
  /** The campaign's own fee; null if the organisation's or the country's rule applies. */
  serviceFee: Cents | null;
  discount: Cents | null;
  interestFreeOffered: boolean;
};

const ownTerms = {
  budgetOwnerFee: null,
  budgetOwnerFeeName: null,
  serviceFeePercent: null,
  interestRate: null,
  interestFreeOffered: false,
  interestFreeDays: null,
  interestFreeOfferExpiryDate: null,
} satisfies Partial<TenantOption>;

/** The options of an organisation that has changed nothing. Pay On Success is offered campaign by campaign. */
// biome-ignore format: a table
const defaults: Record<FinanceOptionCode, TenantOption> = {
  pn:  { optionCode: 'pn',  active: true, enabled: true, offeredByDefault: true,  ...ownTerms },
  pos: { optionCode: 'pos', active: true, enabled: true, offeredByDefault: false, ...ownTerms },
  pl:  { optionCode: 'pl',  active: true, enabled: true, offeredByDefault: true,  ...ownTerms },
};

/** Every option of the country for one organisation: its own rows if there are any, else the defaults. */
export const tenantOptions = (
  rows: readonly TenantOption[],
  { financeOptions }: Pick<CountryRules, 'financeOptions'>,
): TenantOption[] => financeOptions.map((code) => rows.find(({ optionCode }) => optionCode === code) ?? defaults[code]);

export const isUsable = ({ active, enabled }: Pick<TenantOption, 'active' | 'enabled'>): boolean => active && enabled;
