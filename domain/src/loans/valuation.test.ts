import {
  type ExpectedPrices,
  isBelowApprovalLimit,
  largestBudgetBelowLimit,
  loanToValueRange,
  shareOfValuation,
  valuationMidpoint,
} from '@kerb/domain/loans/valuation.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const prices = (sellingPriceMin: number | null, sellingPriceMax: number | null = null): ExpectedPrices => ({
  sellingPriceMin,
  sellingPriceMax,
});
const million = prices(1_000_000_00);

describe('the valuation', () => {
  // biome-ignore format: a table
  it.each([
    ['the average of both prices',      prices(900_000_00, 1_100_000_00), 1_000_000_00],
    ['the low one alone',               prices(900_000_00),                 900_000_00],
    ['half a cent rounded up',          prices(1, 2),                                2],
    ['unknown without prices',          prices(null),                             null],
    ['unknown with the high one alone', prices(null, 900_000_00),                 null],
    ['unknown for a price of zero',     prices(0, 0),                             null],
  ])('is %s', (_which, given, expected) => {
    expect(valuationMidpoint(given)).toBe(expected);
  });
});

describe('the mortgage against the valuation', () => {
  // biome-ignore format: a table
  it.each([
    [0,            0,      'lt75', 'success'  ],
    [749_999_99,   75_00,  'lt75', 'success'  ],
    [750_000_00,   75_00,  'lt90', 'attention'],
    [899_999_99,   90_00,  'lt90', 'attention'],
    [900_000_00,   90_00,  'gt90', 'danger'   ],
    [2_000_000_00, 200_00, 'gt90', 'danger'   ],
  ] as const)('of %i cents on a million is %i basis points: %s, %s', (mortgage, share, range, tone) => {
    expect(shareOfValuation(mortgage, million)).toBe(share);
    expect(loanToValueRange(mortgage, million)).toMatchObject({ range, tone });
  });

  it('is unknown without a valuation', () => {
    expect(shareOfValuation(1, prices(null))).toBeNull();
    expect(loanToValueRange(1, prices(null))).toBeNull();
  });
});

describe('the limit of three per cent', () => {
  // biome-ignore format: a table
  it.each([
    [29_999_99, million,                            true ],
    [30_000_00, million,                            false],
    [29_900_00, million,                            true ],
    [0,         million,                            true ],
    [0,         prices(null),                       false],
    [30_000_00, prices(1_000_000_00, 1_000_000_01), true ],
  ] as const)('allows %i cents with prices %j: %j', (total, given, expected) => {
    expect(isBelowApprovalLimit(total, given)).toBe(expected);
  });

  const anyPrices = fc.record({
    sellingPriceMin: fc.integer({ min: 1, max: 100_000_000_00 }),
    sellingPriceMax: fc.option(fc.integer({ min: 1, max: 100_000_000_00 })),
  });

  it('gives the largest budget that passes: it passes, and one more cent does not', () => {
    fc.assert(
      fc.property(anyPrices, fc.nat(100_000_00), (given, additional) => {
        const largest = largestBudgetBelowLimit(additional, given);
        if (largest === null) expect(isBelowApprovalLimit(additional + 1, given)).toBe(false);
        else {
          expect(isBelowApprovalLimit(largest + additional, given)).toBe(true);
          expect(isBelowApprovalLimit(largest + additional + 1, given)).toBe(false);
        }
      }),
    );
  });

  it('gives none without a valuation', () => {
    expect(largestBudgetBelowLimit(0, prices(null))).toBeNull();
  });
});
