import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { SurchargeTable } from '@kerb/domain/countries/surcharge-table.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';

/** The rates and fees of a country that change from a day on. `cardSurcharge1` is the first row of its surcharges. */
export const rateNames = [
  'payLaterInterest',
  'payLaterFee',
  'payOnSuccessFee',
  'securityRegistrationFee',
  'cardSurcharge1',
  'cardSurcharge2',
  'cardSurcharge3',
] as const;
export type RateName = (typeof rateNames)[number];

/** Basis points, or cents for a fee that is an amount. */
export type RateValues = Partial<Record<RateName, number>>;

/** The rates that a row changes, and the first day of the country on which they hold. The others stay as they were. */
export type RateChange = { from: Day; values: RateValues };

const byDay = (changes: readonly RateChange[]) => changes.toSorted((a, b) => a.from.localeCompare(b.from));

/** Adds a table for each day on which a surcharge changes, after the tables in the code. */
function surchargesWith(shipped: readonly SurchargeTable[], changes: readonly RateChange[]) {
  let tables = shipped;
  for (const { from, values } of byDay(changes)) {
    const begun = tables.filter((table) => table.from <= from).sort((a, b) => a.from.localeCompare(b.from));
    const rows = (begun.at(-1)?.rows ?? []).map((row, place) => ({
      ...row,
      basisPoints: values[`cardSurcharge${place + 1}` as RateName] ?? row.basisPoints,
    }));
    tables = [...tables.filter((table) => table.from !== from), { from, rows }];
  }
  return tables;
}

/**
 * The rules of a country on a day: those that the code ships, with every change that holds by then. The row with the
 * later day wins; of two rows for one day, the second. Surcharges have days of their own, so all their tables are
 * included.
 */
export function rulesOn(country: CountryRules, changes: readonly RateChange[], day: Day): CountryRules {
  if (changes.length === 0) return country;
  const { payLater, payOnSuccess } = country;
  const begun = byDay(changes).filter(({ from }) => from <= day);
  const values: RateValues = Object.assign({}, ...begun.map((change) => change.values));
  return {
    ...country,
    payLater: {
      ...payLater,
      interestRateBasisPoints: values.payLaterInterest ?? payLater.interestRateBasisPoints,
      serviceFeeBasisPoints: values.payLaterFee ?? payLater.serviceFeeBasisPoints,
    },
    payOnSuccess: payOnSuccess && {
      ...payOnSuccess,
      serviceFeeBasisPoints: values.payOnSuccessFee ?? payOnSuccess.serviceFeeBasisPoints,
    },
    securityRegistrationFeeCents: values.securityRegistrationFee ?? country.securityRegistrationFeeCents,
    surcharges: surchargesWith(country.surcharges, changes),
  };
}
