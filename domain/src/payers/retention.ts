import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type AgreementStatus, finalStatuses, isFinal, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';

/** The retention period starts when a campaign reaches one of these. */
export const endedRanks: readonly number[] = finalStatuses.map(statusRank);

/** The day from which a payer's details and documents must be disposed of; null before the campaign has ended. */
export function retentionDate(
  { status, statusDay }: { status: AgreementStatus; statusDay: Day },
  { retentionYears }: Pick<CountryRules, 'retentionYears'>,
): Day | null {
  if (!isFinal(status)) return null;
  return Temporal.PlainDate.from(statusDay).add({ years: retentionYears }).toString();
}
