import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';

export const marketingPurposes = ['marketing', 'marketing-vendor'] as const satisfies readonly AttachmentPurpose[];

type Budgeted = { campaignBudget?: Cents | null | undefined; campaignBudgetFundsPurpose: FundsPurpose };

/**
 * Whether a campaign lacks the Marketing Schedule that its country requires for larger budgets. Either kind of
 * marketing document counts; a deposit needs none.
 */
export function isMarketingScheduleMissing(
  { campaignBudget, campaignBudgetFundsPurpose }: Budgeted,
  purposes: readonly AttachmentPurpose[],
  { marketingScheduleOverCents: over }: Pick<CountryRules, 'marketingScheduleOverCents'>,
): boolean {
  if (over === null || campaignBudgetFundsPurpose === 'deposit' || (campaignBudget ?? 0) <= over) return false;
  return !purposes.some((purpose) => marketingPurposes.some((known) => known === purpose));
}
