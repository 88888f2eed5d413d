import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

/** A campaign is quoted once it has left draft or has a payment option: somebody may have seen its figures. */
export const isQuotedBy = (stored: { status: AgreementStatus; financeOptionCode: string | null }): boolean =>
  stored.status !== 'draft' || stored.financeOptionCode !== null;

/**
 * The stored facts that decide which rates a campaign has. A choice that is only being priced is not quoted yet.
 * `quotedDay`: the day, of the country, on which it was first quoted.
 */
export type Quoted = { quotedDay: Day | null; isQuoted: boolean };

/**
 * The rules that a campaign is priced with: today's until it is quoted, then always those of the day of its quote. A
 * campaign that was quoted before rates had days keeps the rates in the code.
 */
export function rulesOfCampaign(
  { quotedDay, isQuoted }: Quoted,
  { shipped, on, today }: { shipped: CountryRules; on: (day: Day) => CountryRules; today: Day },
): CountryRules {
  if (quotedDay !== null) return on(quotedDay);
  return isQuoted ? shipped : on(today);
}
