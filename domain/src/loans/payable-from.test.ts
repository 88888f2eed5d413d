import { countries } from '@kerb/domain/countries/countries.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import { payableFrom } from '@kerb/domain/loans/payable-from.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const signed = (day: string | null, option: 'pn' | 'pl' | 'pos' | null = 'pl') => ({
  financeOptionCode: option,
  campaignFinanceSignatureDate: day,
});

describe('the first day on which a loan’s funds may be paid out', () => {
  // biome-ignore format: a table
  it.each([
    ['AU', 'the day of the last signature',               '2026-11-16', '2026-11-16'],
    ['NZ', 'the day after the fifth working day',         '2026-11-16', '2026-11-24'],
    ['NZ', 'the day after it, over Christmas',            '2026-12-22', '2027-01-08'],
    ['NZ', 'a Saturday, if the fifth day is a Friday',    '2026-11-13', '2026-11-21'],
    ['NZ', 'later by a day for Waitangi Day',             '2026-02-05', '2026-02-14'],
  ] as const)('in %s is %s', (code, _when, day, expected) => {
    expect(payableFrom(signed(day), countries[code])).toBe(expected);
  });

  it.each([
    ['money that the payer paid', signed('2026-11-16', 'pn')],
    ['an agreement that is not signed', signed(null)],
    ['a campaign without an option', signed('2026-11-16', null)],
  ])('is no day for %s', (_what, campaign) => {
    expect(payableFrom(campaign, countries.NZ)).toBeNull();
  });

  it('is never before the signature, and never earlier for a later signature', () => {
    const days = fc.integer({ min: 0, max: 9_000 }).map((days) => addDays('2026-01-01', days));
    fc.assert(
      fc.property(days, fc.constantFrom(countries.AU, countries.NZ), (day, country) => {
        const first = payableFrom(signed(day), country) ?? '';
        expect(first >= day).toBe(true);
        expect((payableFrom(signed(addDays(day, 1)), country) ?? '') >= first).toBe(true);
      }),
    );
  });
});
