import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import type { Role } from '@kerb/domain/access/actor.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, type FieldErrors, fieldError, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import { comparisonRate } from '@kerb/domain/loans/comparison-rate.ts';
import { shareOf } from '@kerb/domain/loans/interest.ts';
import type { TenantOption } from '@kerb/domain/options/finance-options.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';

export const interestFreeDaysRange = { least: 1, most: 120 } as const;
export const offerDaysAhead = 30;

/** The Pay Later terms that an organisation may set for itself. */
export const customFees = ['budgetOwnerFee', 'budgetOwnerFeeName', 'serviceFeePercent', 'interestRate'] as const;
const offerFields = ['interestFreeOffered', 'interestFreeDays', 'interestFreeOfferExpiryDate'] as const;

/** Custom fees are on if any custom value is present. */
export const hasCustomFees = (option: Pick<TenantOption, (typeof customFees)[number]>): boolean =>
  customFees.some((name) => option[name] !== null && option[name] !== undefined);

type Changes = {
  [Name in Exclude<keyof TenantOption, 'optionCode' | 'offeredByDefault'>]?: TenantOption[Name] | undefined;
};
type Asker = { role: Role; today: Day; country: Pick<CountryRules, 'defaultCampaignPeriodDays'> };

/** The platform activates options and sets their terms, for every organisation. */
export const setsOptionTerms = (role: Role): boolean => rolesWith('option.settle').includes(role);

/** A manager may enable or disable an option. Pay On Success and all other fields are the platform's. */
export const mayEnable = (code: FinanceOptionCode, role: Role): boolean => setsOptionTerms(role) || code !== 'pos';

const notTheirs = 'Contact support to request a change.';

function refused(current: TenantOption, changed: readonly string[], { role }: Asker): FieldErrors {
  const errors: FieldErrors = {};
  const terms: readonly string[] = [...customFees, ...offerFields];
  for (const name of changed) {
    const isTheirs = setsOptionTerms(role) || (name === 'enabled' && mayEnable(current.optionCode, role));
    if (!isTheirs) Object.assign(errors, fieldError(name, 'notValid', notTheirs));
    else if (terms.includes(name) && current.optionCode !== 'pl') {
      Object.assign(errors, fieldError(name, 'notValid', 'Only Pay Later has this.'));
    }
  }
  return errors;
}

/** Switching the offer on sets its default days and end; switching it off clears them. */
function offered(current: TenantOption, sent: Changes, { today, country }: Asker): Partial<TenantOption> {
  if (sent.interestFreeOffered === undefined || sent.interestFreeOffered === current.interestFreeOffered) return {};
  if (!sent.interestFreeOffered) return { interestFreeDays: null, interestFreeOfferExpiryDate: null };
  return {
    interestFreeDays: sent.interestFreeDays ?? country.defaultCampaignPeriodDays,
    interestFreeOfferExpiryDate: sent.interestFreeOfferExpiryDate ?? addDays(today, offerDaysAhead),
  };
}

function offerErrors(current: TenantOption, next: TenantOption, { today }: Asker): FieldErrors {
  const { interestFreeDays: days, interestFreeOfferExpiryDate: expiry } = next;
  const { least, most } = interestFreeDaysRange;
  const isEarly = expiry !== null && expiry !== current.interestFreeOfferExpiryDate && expiry < today;
  if (!next.interestFreeOffered) return {};
  return {
    ...((days === null || days < least || days > most) &&
      fieldError('interestFreeDays', 'notValid', `Enter ${least} to ${most} days.`)),
    ...(expiry === null &&
      fieldError('interestFreeOfferExpiryDate', 'isEmpty', 'Enter the day on which the offer ends.')),
    ...(isEarly && fieldError('interestFreeOfferExpiryDate', 'notValid', fieldWords.chooseLaterDay)),
  };
}

/** Decides a change of one of an organisation's payment options. Returns the whole new option. */
export function decideTenantOption(current: TenantOption, sent: Changes, asker: Asker): Decision<TenantOption> {
  const changed = Object.keys(sent).filter(
    (name) =>
      sent[name as keyof Changes] !== undefined && sent[name as keyof Changes] !== current[name as keyof Changes],
  );
  const changes = Object.fromEntries(changed.map((name) => [name, sent[name as keyof Changes]]));
  const next: TenantOption = { ...current, ...changes, ...offered(current, sent, asker) };
  if (changed.includes('enabled')) next.offeredByDefault = next.enabled;
  const validation = { ...refused(current, changed, asker), ...offerErrors(current, next, asker) };
  const [first] = Object.values(validation).flat();
  return first ? refuse('invalid', first.message, validation) : allow(next);
}

type Fees = { serviceFeePercent: number | null; interestRate: number | null; budgetOwnerFee: Cents | null };

/** The cost of an organisation's Pay Later for an example, by its own terms or the country's. */
export function feesOnExample(financedCents: Cents, own: Fees, country: CountryRules) {
  const { payLater } = country;
  const interestRateBasisPoints = own.interestRate ?? payLater.interestRateBasisPoints;
  const serviceFeeCents = shareOf(financedCents, own.serviceFeePercent ?? payLater.serviceFeeBasisPoints);
  const loan = {
    financedCents,
    interestRateBasisPoints,
    serviceFeeCents,
    budgetOwnerFeeCents: own.budgetOwnerFee ?? 0,
  };
  return { serviceFeeCents, comparisonRateBasisPoints: comparisonRate(loan, country) };
}
