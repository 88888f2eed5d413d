import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

/** What a campaign still lacks before a payer may see it, by the names that the screen uses. */
export function missingBeforeSending(agreement: {
  campaignBudget: Cents | null;
  campaignPlannedStartDate: Day | null;
}): string[] {
  const missing: string[] = [];
  if (!agreement.campaignBudget) missing.push('Marketing Budget');
  if (!agreement.campaignPlannedStartDate) missing.push('Funding Request Date');
  return missing;
}

const refusalOpening =
  'The following information must be added before the agreement can be sent to a vendor for review: ';
export const sendRefusal = (missing: readonly string[]): string => `${refusalOpening}${missing.join(', ')}`;
