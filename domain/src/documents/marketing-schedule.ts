import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { type Cents, formatMoney } from '@kerb/domain/kernel/money.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';

export const marketingPurposes = ['marketing', 'marketing-vendor'] as const satisfies readonly AttachmentPurpose[];

type Budgeted = { campaignBudget?: Cents | null | undefined; campaignBudgetFundsPurpose: FundsPurpose };

type Country = Pick<CountryRules, 'marketingScheduleOverCents' | 'locale' | 'currency'>;

/** Whether the country requires a Marketing Schedule for a campaign of this budget. A deposit needs none. */
export const needsMarketingSchedule = (
  { campaignBudget, campaignBudgetFundsPurpose }: Budgeted,
  { marketingScheduleOverCents: over }: Pick<Country, 'marketingScheduleOverCents'>,
): boolean => over !== null && campaignBudgetFundsPurpose !== 'deposit' && (campaignBudget ?? 0) > over;

/** Whether a campaign lacks the Marketing Schedule that it needs. Either kind of marketing document counts. */
export const isMarketingScheduleMissing = (
  campaign: Budgeted,
  purposes: readonly AttachmentPurpose[],
  country: Pick<Country, 'marketingScheduleOverCents'>,
): boolean =>
  needsMarketingSchedule(campaign, country) &&
  !purposes.some((purpose) => marketingPurposes.some((known) => known === purpose));

export const scheduleRequired = ({ marketingScheduleOverCents: over, ...money }: Country): string =>
  `A Marketing Schedule is required for campaigns over ${formatMoney(over ?? 0, money)}.`;

/** The reason of a refusal, by which a screen finds the notice under the documents. */
export const scheduleMissing = 'marketing-schedule-missing';

/** Decides whether a campaign may be sent, marked as sent or approved, as far as its Marketing Schedule goes. */
export function decideSchedule(
  campaign: Budgeted,
  purposes: readonly AttachmentPurpose[],
  country: Country,
): Decision<null> {
  if (!isMarketingScheduleMissing(campaign, purposes, country)) return allow(null);
  return refuse(scheduleMissing, `${scheduleRequired(country)} Please add it to the campaign’s documents first.`);
}
