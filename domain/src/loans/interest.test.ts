import { largestAmountCents } from '@kerb/domain/kernel/money.ts';
import { loanDays, shareOf, simpleInterest } from '@kerb/domain/loans/interest.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const interest = (financedCents: number, interestRateBasisPoints: number, days: number, interestFreeDays = 0) =>
  simpleInterest({ financedCents, interestRateBasisPoints, days, interestFreeDays });

describe('simple interest', () => {
  // biome-ignore format: a table
  it.each([
    // why                                    financed     rate   days  free   interest
    ['a full year at 12 %',               1_000_00,   1_200,  365,    0,    120_00],
    ['a leap year has a day more',        1_000_00,   1_200,  366,    0,    120_33],
    ['90 days at the rate of AU',         10_000_00,   1_450,   90,    0,    357_53],
    ['90 days at the rate of NZ',         10_000_00,   1_595,   90,    0,    393_29],
    ['the longest loan',                  10_000_00,   1_450,  180,    0,    715_07],
    ['repaid the same day',               1_000_00,   1_200,    0,    0,         0],
    ['exactly half a cent rounds up',     182_50,     100,    1,    0,         1],
    ['just under half rounds down',       182_49,     100,    1,    0,         0],
    ['rounded once, not each day',        182_49,     100,    3,    0,         1],
    ['30 days free of 90',                10_000_00,   1_450,   90,   30,    238_36],
    ['more free days than the loan',      10_000_00,   1_450,   90,  120,         0],
    ['as many free days as the loan',     10_000_00,   1_450,   90,   90,         0],
    ['one day beyond the free ones',      10_000_00,   1_450,   91,   90,      3_97],
    ['no rate',                           10_000_00,       0,   90,    0,         0],
    ['nothing financed',                  0,   1_450,   90,    0,         0],
    ['beyond the exact range of a float', largestAmountCents, 9_999, 365, 0, 9_998_999_999_999],
  ])('%s', (_why, financedCents, rate, days, free, expected) => {
    expect(interest(financedCents, rate, days, free)).toBe(expected);
  });

  const amount = fc.nat(largestAmountCents);
  const rate = fc.nat(10_000);
  const days = fc.nat(3_650);

  it('is never negative, never falls for a longer loan and never rises for more free days', () => {
    fc.assert(
      fc.property(amount, rate, days, days, fc.nat(365), (financed, basisPoints, some, more, free) => {
        const short = interest(financed, basisPoints, some, free);
        expect(short).toBeGreaterThanOrEqual(0);
        expect(interest(financed, basisPoints, some + more, free)).toBeGreaterThanOrEqual(short);
        expect(interest(financed, basisPoints, some, free + more)).toBeLessThanOrEqual(short);
      }),
    );
  });

  it('is within half a cent of the exact amount', () => {
    fc.assert(
      fc.property(amount, rate, days, (financed, basisPoints, some) => {
        const exact = BigInt(financed) * BigInt(basisPoints) * BigInt(some);
        const twiceOff = 2n * (BigInt(interest(financed, basisPoints, some)) * 3_650_000n - exact);
        expect(twiceOff <= 3_650_000n && twiceOff > -3_650_000n).toBe(true);
      }),
    );
  });

  // biome-ignore format: a table
  it.each([
    [-1, 1, 1, 0],
    [1, -1, 1, 0],
    [1, 1, -1, 0],
    [1, 1, 1, -1],
    [0.5, 1, 1, 0],
    [1, 1, Number.NaN, 0],
  ])('refuses %d cents at %d for %d days, %d of them free', (financed, basisPoints, some, free) => {
    expect(() => interest(financed, basisPoints, some, free)).toThrow(RangeError);
  });
});

describe('the days of a loan', () => {
  // biome-ignore format: a table
  it.each([
    ['the first day counts, the day of repayment does not', '2026-01-01', '2026-01-02',   1],
    ['repaid the same day',                                 '2026-01-01', '2026-01-01',   0],
    ['clocks going back add no day',                        '2026-04-04', '2026-04-06',   2],
    ['clocks going forward remove no day',                  '2026-10-03', '2026-10-05',   2],
    ['a leap day counts',                                   '2028-02-28', '2028-03-01',   2],
    ['a calendar year',                                     '2026-01-01', '2027-01-01', 365],
  ])('%s', (_why, start, repaid, expected) => {
    expect(loanDays(start, repaid)).toBe(expected);
  });

  it('are never negative', () => {
    expect(() => loanDays('2026-01-02', '2026-01-01')).toThrow(/repaid before it starts/);
  });
});

describe('a share in basis points', () => {
  // biome-ignore format: a table
  it.each([
    [4_200_00,   550, 231_00],
    [4_200_00,   600, 252_00],
    [10,         550, 1],
    [9,          550, 0],
    [100,         50, 1],
    [99,          50, 0],
    [0,        1_200, 0],
  ])('of %i cents at %i is %i', (cents, basisPoints, expected) => {
    expect(shareOf(cents, basisPoints)).toBe(expected);
  });
});
