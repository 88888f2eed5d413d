import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { FinanceOptionCode, FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import type { Act } from '@kerb/server/demo/demo-steps.ts';

type Raised = {
  place: number;
  option: FinanceOptionCode;
  purpose: FundsPurpose;
  property: { type: string | null } | null;
};

/**
 * What a campaign offers in addition to or instead of the default, by its position. The option that its payer will
 * choose stays.
 */
export function offering({ financeOptions }: CountryRules, { place, option, purpose, property }: Raised): Act[] {
  const hasSuccess = financeOptions.includes('pos');
  const couldSucceed = purpose === 'marketing' && property !== null && property.type !== 'land';
  const offersSuccess = option === 'pos' || (couldSucceed && place % 4 === 1);
  const acts: Act[] = [];
  if (hasSuccess && offersSuccess) acts.push({ kind: 'offer', option: 'pos' });
  if (option !== 'pl' && purpose !== 'deposit' && place % 5 === 2) acts.push({ kind: 'withdraw', option: 'pl' });
  if (option !== 'pn' && place % 5 === 4) acts.push({ kind: 'withdraw', option: 'pn' });
  return acts;
}
