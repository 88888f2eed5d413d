import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';

/** What a campaign's people have with us ends with these; until then the law has not begun to count. */
export const endedIn = ['cancelled', 'rejected', 'complete'] as const satisfies readonly AgreementStatus[];
export const endedRanks: readonly number[] = endedIn.map(statusRank);

/** The day from which what payers told of themselves, and their papers, are to be disposed of; null while it lasts. */
export function retentionDate(
  { status, statusDay }: { status: AgreementStatus; statusDay: Day },
  { retentionYears }: Pick<CountryRules, 'retentionYears'>,
): Day | null {
  if (!(endedIn as readonly AgreementStatus[]).includes(status)) return null;
  return Temporal.PlainDate.from(statusDay).add({ years: retentionYears }).toString();
}
