import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { type RateChange, type RateName, type RateValues, rulesOn } from '@kerb/domain/countries/country-rates.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, type FieldErrors, fieldError, refuseFields } from '@kerb/domain/kernel/decision.ts';
import { formatMoney } from '@kerb/domain/kernel/money.ts';
import { rateUpTo100 } from '@kerb/domain/kernel/validation-words.ts';

export type RateUnit = 'percent' | 'money';
export type Rate = { name: RateName; label: string; unit: RateUnit; value: number };

/** Every rate of a country on the day of its rules, in display order. An option that a country lacks has no rate. */
export function ratesOf(rules: CountryRules, day: Day): Rate[] {
  const { payLater, payOnSuccess, payLaterFeeLabel, surcharges } = rules;
  const table = surcharges
    .filter(({ from }) => from <= day)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .at(-1);
  const percent = (name: RateName, label: string, value: number): Rate => ({ name, label, unit: 'percent', value });
  return [
    percent('payLaterInterest', 'Pay Later interest, a year', payLater.interestRateBasisPoints),
    percent('payLaterFee', `${payLaterFeeLabel}, of the total finance`, payLater.serviceFeeBasisPoints),
    ...(payOnSuccess
      ? [percent('payOnSuccessFee', 'Pay On Success fee, of the budget', payOnSuccess.serviceFeeBasisPoints)]
      : []),
    {
      name: 'securityRegistrationFee',
      label: 'Security registration fee',
      unit: 'money',
      value: rules.securityRegistrationFeeCents,
    },
    ...(table?.rows ?? []).map(({ label, basisPoints }, place) =>
      percent(`cardSurcharge${place + 1}` as RateName, `Card surcharge: ${label}`, basisPoints),
    ),
  ];
}

/** '14.50%' or '$184.00'. */
export const writtenRate = ({ unit, value }: Pick<Rate, 'unit' | 'value'>, country: CountryRules): string =>
  unit === 'money' ? formatMoney(value, country, true) : `${(value / 100).toFixed(2)}%`;

/** A rate that a row changes. */
export type ChangedRate = Omit<Rate, 'value'> & { before: number; after: number };

/** The rates that a row changes, each with its value before the day and from that day on. */
export function changedRates(country: CountryRules, changes: readonly RateChange[], change: RateChange): ChangedRate[] {
  const before = ratesOf(rulesOn(country, changes, change.from), change.from);
  return before.flatMap(({ value, ...rate }) => {
    const after = change.values[rate.name];
    return after === undefined ? [] : [{ ...rate, before: value, after }];
  });
}

/** The highest value of each kind: 100 per cent, or $10,000. */
const highest: Record<RateUnit, number> = { percent: 100_00, money: 10_000_00 };
const highestWords: Record<RateUnit, string> = {
  percent: rateUpTo100,
  money: 'Enter an amount from 0 to 10,000.',
};
const mostDaysAhead = 730;

export const dayWords = 'Choose a day after today, at most two years ahead.';
export const sameDayWords = 'It is too late for this day: choose a later one.';
export const noChangeWords = 'Enter at least one rate that changes.';

/**
 * Whether a row may still begin on a day. `soon` is the day of the country in a minute: every server reads the row
 * before.
 */
export const mayBegin = (from: Day, soon: Day): boolean => from > soon;

type Asked = { from: Day; values: RateValues };

/** Decides a new row. A day that has begun never changes, so that what was quoted on it stays as it was. */
export function decideRateChange(
  asked: Asked,
  { country, changes, today }: { country: CountryRules; changes: readonly RateChange[]; today: Day },
): Decision<RateChange> {
  const errors: FieldErrors = {};
  if (!mayBegin(asked.from, today) || asked.from > addDays(today, mostDaysAhead)) {
    Object.assign(errors, fieldError('from', 'notValid', dayWords));
  }
  const known = ratesOf(rulesOn(country, changes, asked.from), asked.from);
  const values: RateValues = {};
  for (const [name, value] of Object.entries(asked.values) as [RateName, number][]) {
    const rate = known.find((each) => each.name === name);
    if (!rate) Object.assign(errors, fieldError(name, 'unrecognized', 'This country has no such rate.'));
    else if (value < 0 || value > highest[rate.unit]) {
      Object.assign(errors, fieldError(name, 'notValid', highestWords[rate.unit]));
    } else if (value !== rate.value) values[name] = value;
  }
  if (Object.keys(errors).length > 0) return refuseFields(errors);
  if (Object.keys(values).length === 0) return refuseFields(fieldError('values', 'missing', noChangeWords));
  return allow({ from: asked.from, values });
}
