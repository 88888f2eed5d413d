import { knownLvrNames, lvrBands, lvrLabel, lvrNames, lvrOf } from '@kerb/domain/loan-books/lvr.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const none = { soldPrice: null, sellingPriceMin: null, mortgageBalance: null };

describe('the share of a loan in what a sale leaves', () => {
  it.each([
    [9_999_99, { sellingPriceMin: 1_000_000_00 }, 'under-1'],
    [10_000_00, { sellingPriceMin: 1_000_000_00 }, 'to-2'],
    [10_000_00, { sellingPriceMin: 1_000_000_00, mortgageBalance: 600_000_00 }, 'to-3'],
    [10_000_00, { sellingPriceMin: 1_000_000_00, soldPrice: 300_000_00 }, 'to-5'],
    [10_000_00, { sellingPriceMin: 1_000_000_00, mortgageBalance: 1_000_000_00 }, 'over-5'],
    [10_000_00, { sellingPriceMin: 1_000_000_00, mortgageBalance: 800_000_00 }, 'over-5'],
    [10_000_00, { mortgageBalance: 1 }, 'unknown'],
    [10_000_00, { sellingPriceMin: 0 }, 'unknown'],
  ])('of %s with %o is %s', (owed, known, band) => {
    expect(lvrOf({ ...none, ...known, owed })).toBe(band);
  });

  it('never falls with more owed or a larger mortgage', () => {
    const cents = fc.integer({ min: 0, max: 500_000_000 });
    fc.assert(
      fc.property(cents, cents, cents, cents, (owed, more, sellingPriceMin, mortgageBalance) => {
        const rank = (of: { owed: number; mortgageBalance: number | null }) =>
          lvrNames.indexOf(lvrOf({ ...none, sellingPriceMin, ...of }));
        expect(rank({ owed: owed + more, mortgageBalance })).toBeGreaterThanOrEqual(rank({ owed, mortgageBalance }));
        expect(rank({ owed, mortgageBalance })).toBeGreaterThanOrEqual(rank({ owed, mortgageBalance: null }));
      }),
    );
  });

  it('has bands without a gap, and a label for each', () => {
    const ends = knownLvrNames.map((name) => lvrBands[name].below);
    expect(ends).toEqual([1, 2, 3, 5, null]);
    expect(new Set(lvrNames.map(lvrLabel)).size).toBe(lvrNames.length);
  });
});
