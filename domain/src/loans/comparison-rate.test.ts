import { countries } from '@kerb/domain/countries/countries.ts';
import { comparisonRate, rateOfOneRepayment } from '@kerb/domain/loans/comparison-rate.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('the rate of a loan with one repayment', () => {
  // The first three are the published check values; rates in basis points.
  // biome-ignore format: a table
  it.each([
    [10_000_00, 10_590_00, 180, 11_96],
    [10_000_00, 10_550_00,  90, 22_31],
    [10_000_00, 10_590_00,  62, 34_73],
    [10_000_00, 11_000_00, 365, 10_00],
    [10_000_00, 10_000_00,  90,     0],
    [10_000_00,  9_900_00, 365, -1_00],
  ])('of %i cents, with %i repaid after %i days, is %i', (financedCents, repaidCents, days, expected) => {
    expect(rateOfOneRepayment({ financedCents, repaidCents, days })).toBe(expected);
  });

  it('is null if nothing is financed, or for zero days', () => {
    expect(rateOfOneRepayment({ financedCents: 0, repaidCents: 100, days: 90 })).toBeNull();
    expect(rateOfOneRepayment({ financedCents: 100, repaidCents: 100, days: 0 })).toBeNull();
  });
});

describe('the comparison rate', () => {
  // Over 90 days: interest 357.53 or 393.29, fee 550 or 600. (365 / 90) × cost / 10,000 × 100.
  // biome-ignore format: a table
  it.each([
    ['AU', 550_00,      0, 36_81],
    ['NZ', 600_00,      0, 40_28],
    ['AU', 550_00, 100_00, 40_86],
    ['AU',      0,      0, 14_50],
    ['NZ',      0,      0, 15_95],
  ] as const)('in %s with fees of %i and %i cents on 10,000 is %i', (code, serviceFeeCents, budgetOwnerFeeCents, expected) => {
    const { interestRateBasisPoints } = countries[code].payLater;
    const loan = { financedCents: 10_000_00, interestRateBasisPoints, serviceFeeCents, budgetOwnerFeeCents };
    expect(comparisonRate(loan, countries[code])).toBe(expected);
  });

  it('is never below the interest rate, apart from rounding', () => {
    const amount = fc.integer({ min: 1_000_00, max: 1_000_000_00 });
    fc.assert(
      fc.property(amount, fc.nat(10_000), fc.nat(100_000), fc.nat(100_000), (financedCents, rate, fee, ownerFee) => {
        const loan = {
          financedCents,
          interestRateBasisPoints: rate,
          serviceFeeCents: fee,
          budgetOwnerFeeCents: ownerFee,
        };
        expect(comparisonRate(loan, countries.AU)!).toBeGreaterThanOrEqual(rate - 1);
      }),
    );
  });

  it('refuses a negative fee, which would lower the rate', () => {
    const loan = {
      financedCents: 1_000_00,
      interestRateBasisPoints: 1_450,
      serviceFeeCents: -1,
      budgetOwnerFeeCents: 0,
    };
    expect(() => comparisonRate(loan, countries.AU)).toThrow(RangeError);
  });
});
