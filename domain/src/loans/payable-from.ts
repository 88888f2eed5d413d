import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { workingDaysAfter } from '@kerb/domain/countries/working-days.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';

type Signed = Pick<AgreementValues, 'financeOptionCode' | 'campaignFinanceSignatureDate'>;

/**
 * The first day on which the funds of a signed loan may be paid to the organisation: the day after the borrower's last
 * day to cancel. Null for funds that wait for no such day: not lent, or not signed.
 */
export function payableFrom(campaign: Signed, { code }: Pick<CountryRules, 'code'>): Day | null {
  const { financeOptionCode, campaignFinanceSignatureDate: signed } = campaign;
  if (!isFinanced(financeOptionCode) || signed === null) return null;
  const { cancellationWorkingDays, daysOff } = serverCountries[code];
  if (cancellationWorkingDays === 0) return signed;
  return addDays(workingDaysAfter(signed, cancellationWorkingDays, daysOff), 1);
}
