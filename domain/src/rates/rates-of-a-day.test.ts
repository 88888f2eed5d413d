import { countries } from '@kerb/domain/countries/countries.ts';
import { type CountryCode, countryCodes } from '@kerb/domain/countries/country.ts';
import { type RateChange, type RateName, rateNames, rulesOn } from '@kerb/domain/countries/country-rates.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import { ratesOf } from '@kerb/domain/rates/rate-changes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const firstDay = '2026-01-01';
const aDay = fc.integer({ min: 0, max: 60 }).map((days) => addDays(firstDay, days));
const someValues = fc.dictionary(fc.constantFrom(...rateNames), fc.nat(5_000), { minKeys: 1, noNullPrototype: true });
const someChanges = fc.array(fc.record({ from: aDay, values: someValues }), { maxLength: 8 });

const valueOn = (code: CountryCode, changes: readonly RateChange[], day: Day, name: RateName) =>
  ratesOf(rulesOn(countries[code], changes, day), day).find((rate) => rate.name === name)?.value;

describe('the rates of a day', () => {
  it.each(countryCodes)('of %s are those that the code ships, without a row', (code) => {
    expect(rulesOn(countries[code], [], firstDay)).toBe(countries[code]);
  });

  it.each(countryCodes)('of %s are, for each rate, the last row whose day has come', (code) => {
    fc.assert(
      fc.property(someChanges, aDay, (changes, day) => {
        for (const { name, value: shipped } of ratesOf(countries[code], day)) {
          let [expected, since] = [shipped, ''];
          for (const { from, values } of changes) {
            const value = values[name];
            if (value !== undefined && from <= day && from >= since) [expected, since] = [value, from];
          }
          expect(valueOn(code, changes, day, name), name).toBe(expected);
        }
      }),
    );
  });

  it.each(countryCodes)('of %s do not change by a row of a later day', (code) => {
    fc.assert(
      fc.property(someChanges, someValues, aDay, (changes, values, day) => {
        const later = { from: addDays(day, 1), values };
        const before = ratesOf(rulesOn(countries[code], changes, day), day);
        expect(ratesOf(rulesOn(countries[code], [...changes, later], day), day)).toEqual(before);
      }),
    );
  });

  it.each(countryCodes)('of %s are the same if the rules have them already', (code) => {
    fc.assert(
      fc.property(someChanges, aDay, (changes, day) => {
        const once = rulesOn(countries[code], changes, day);
        expect(ratesOf(rulesOn(once, changes, day), day)).toEqual(ratesOf(once, day));
      }),
    );
  });

  it.each(countryCodes)('of %s have a name for each surcharge', (code) => {
    for (const { rows } of countries[code].surcharges) expect(rows.length).toBeLessThanOrEqual(3);
  });
});
