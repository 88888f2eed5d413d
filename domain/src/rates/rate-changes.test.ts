import { countries } from '@kerb/domain/countries/countries.ts';
import { type RateValues, rateNames, rulesOn } from '@kerb/domain/countries/country-rates.ts';
import { changedRates, decideRateChange, ratesOf, writtenRate } from '@kerb/domain/rates/rate-changes.ts';
import { describe, expect, it } from 'vitest';

const { AU, NZ } = countries;
const today = '2026-11-17';
const decide = (from: string, values: RateValues, country = AU) =>
  decideRateChange({ from, values }, { country, changes: [], today });
const fieldsOf = (verdict: ReturnType<typeof decide>) => (verdict.ok ? [] : Object.keys(verdict.validation ?? {}));

describe('the rates of a country', () => {
  it('are listed with their words', () => {
    expect(ratesOf(AU, today).map((rate) => `${rate.label}: ${writtenRate(rate, AU)}`)).toEqual([
      'Pay Later interest, a year: 14.50%',
      'Pay Later Fee, of the total finance: 5.50%',
      'Pay On Success fee, of the budget: 12.00%',
      'Security registration fee: $184.00',
      'Card surcharge: Visa and Mastercard debit: 0.80%',
      'Card surcharge: Visa and Mastercard credit: 1.50%',
      'Card surcharge: UnionPay, American Express and JCB: 2.50%',
    ]);
    expect(ratesOf(NZ, today).map(({ name, value }) => [name, value])).toEqual([
      ['payLaterInterest', 1_595],
      ['payLaterFee', 600],
      ['securityRegistrationFee', 120_00],
      ['cardSurcharge1', 290],
    ]);
  });

  it('have the names that a change may use', () => {
    for (const country of [AU, NZ]) {
      for (const { name } of ratesOf(country, today)) expect(rateNames).toContain(name);
    }
  });

  it('come from the surcharges with the latest day, in any order of the tables', () => {
    const table = (from: string, basisPoints: number) => ({
      from,
      rows: [{ label: 'All cards', schemes: [], fundings: [], basisPoints }],
    });
    const rules = { ...NZ, surcharges: [table('2026-11-01', 250), table('2026-01-01', 200), table('2027-01-01', 300)] };
    expect(ratesOf(rules, today).at(-1)?.value).toBe(250);
  });
});

describe('a change of rates', () => {
  // biome-ignore format: a table
  it.each<[string, string, RateValues, string[]]>([
    ['of today is refused',                   today,        { payLaterInterest: 1_500 },                ['from']],
    ['of a past day is refused',              '2026-11-16', { payLaterInterest: 1_500 },                ['from']],
    ['of more than two years is refused',     '2028-11-17', { payLaterInterest: 1_500 },                ['from']],
    ['of two years is allowed',               '2028-11-16', { payLaterInterest: 1_500 },                []],
    ['of tomorrow is allowed',                '2026-11-18', { payLaterInterest: 1_500 },                []],
    ['without a changed rate is refused',     '2026-12-01', { payLaterInterest: 1_450 },                ['values']],
    ['of more than 100 per cent is refused',  '2026-12-01', { payLaterFee: 100_01 },                    ['payLaterFee']],
    ['of 100 per cent is allowed',            '2026-12-01', { payLaterFee: 100_00 },                    []],
    ['of less than nothing is refused',       '2026-12-01', { payLaterFee: -1 },                        ['payLaterFee']],
    ['of a large fee is refused',             '2026-12-01', { securityRegistrationFee: 10_000_01 },     ['securityRegistrationFee']],
    ['to nothing is allowed',                 '2026-12-01', { cardSurcharge1: 0, cardSurcharge2: 0 },   []],
  ])('%s', (_, from, values, fields) => {
    expect(fieldsOf(decide(from, values))).toEqual(fields);
  });

  // biome-ignore format: a table
  it.each<[string, string, RateValues]>([
    ['Choose a day after today, at most two years ahead.', today,        { payLaterInterest: 1_500 }],
    ['Enter a rate from 0 to 100.',                        '2026-12-01', { payLaterFee: 100_01 }],
    ['Enter an amount from 0 to 10,000.',                  '2026-12-01', { securityRegistrationFee: 10_000_01 }],
    ['Enter at least one rate that changes.',              '2026-12-01', {}],
  ])('is refused with %j', (words, from, values) => {
    const verdict = decide(from, values);
    expect(verdict.ok ? [] : Object.values(verdict.validation ?? {}).flat()).toMatchObject([{ message: words }]);
  });

  it('names only what the country has', () => {
    expect(decide('2026-12-01', { payOnSuccessFee: 1_000 }, NZ)).toMatchObject({
      validation: { payOnSuccessFee: [{ message: 'This country has no such rate.' }] },
    });
  });

  it('of a day that has one already replaces its surcharges', () => {
    const rows = [100, 200].map((cardSurcharge1) => ({ from: '2026-12-01', values: { cardSurcharge1 } }));
    const days = rulesOn(AU, rows, '2026-12-01').surcharges.map(({ from }) => from);
    expect(days.filter((day) => day === '2026-12-01')).toHaveLength(1);
  });

  it('keeps only the rates that differ, each with its value before', () => {
    const verdict = decide('2026-12-01', { payLaterInterest: 1_500, payLaterFee: 550 });
    expect(verdict).toEqual({ ok: true, value: { from: '2026-12-01', values: { payLaterInterest: 1_500 } } });
    const earlier = { from: '2026-11-30', values: { payLaterInterest: 1_475 } };
    expect(changedRates(AU, [earlier], { from: '2026-12-01', values: { payLaterInterest: 1_500 } })).toMatchObject([
      { name: 'payLaterInterest', before: 1_475, after: 1_500 },
    ]);
  });
});
