import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';

/** Final statuses: the retention period starts here. */
export const endedIn = ['cancelled', 'rejected', 'complete'] as const satisfies readonly AgreementStatus[];
export const endedRanks: readonly number[] = endedIn.map(statusRank);

/** The day from which a payer's details and documents must be disposed of; null before the campaign has ended. */
export function retentionDate(
  { status, statusDay }: { status: AgreementStatus; statusDay: Day },
  { retentionYears }: Pick<CountryRules, 'retentionYears'>,
): Day | null {
  if (!(endedIn as readonly AgreementStatus[]).includes(status)) return null;
  return Temporal.PlainDate.from(statusDay).add({ years: retentionYears }).toString();
}
