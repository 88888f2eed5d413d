import { countries } from '@kerb/domain/countries/countries.ts';
import { changedComparisonRate, decideTerms } from '@kerb/domain/loans/save-terms.ts';
import { describe, expect, it } from 'vitest';

const priced = {
  financeOptionCode: 'pl',
  mortgageBalance: null,
  mortgageBalanceRange: null,
  sellingPriceMin: 900_000_00,
  sellingPriceMax: 1_100_000_00,
} as const;

describe('the saved terms of a loan', () => {
  // biome-ignore format: a table
  it.each([
    ['interestRate',     0,      true ],
    ['interestRate',     100_00, true ],
    ['interestRate',     100_01, false],
    ['interestFreeDays', 0,      true ],
    ['interestFreeDays', 365,    true ],
    ['interestFreeDays', 366,    false],
    ['interestFreeDays', -1,     false],
  ] as const)('allow %s of %i: %s', (field, value, expected) => {
    const decision = decideTerms(priced, { [field]: value });
    expect(decision.ok).toBe(expected);
    if (!decision.ok) expect(Object.keys(decision.validation ?? {})).toEqual([field]);
  });

  // biome-ignore format: a table
  it.each([
    [749_999_00, 'lt75'],
    [750_000_00, 'lt90'],
    [899_999_00, 'lt90'],
    [900_000_00, 'gt90'],
  ])('set the range of a mortgage of %i cents on a million to %s', (mortgageBalance, expected) => {
    expect(decideTerms(priced, { mortgageBalance })).toMatchObject({ value: { mortgageBalanceRange: expected } });
  });

  it('refuse an emptied interest rate for Pay Later, and accept 0 per cent', () => {
    expect(decideTerms(priced, { interestRate: null })).toMatchObject({
      validation: { interestRate: [{ type: 'notValid', message: 'Enter the interest rate.' }] },
    });
    expect(decideTerms(priced, { interestRate: 0 }).ok).toBe(true);
    expect(decideTerms({ ...priced, financeOptionCode: 'pos' }, { interestRate: null }).ok).toBe(true);
    const chosenNow = { financeOptionCode: 'pl', interestRate: null } as const;
    expect(decideTerms({ ...priced, financeOptionCode: null }, chosenNow).ok).toBe(false);
  });

  it('take a mortgage balance in whole dollars', () => {
    expect(decideTerms(priced, { mortgageBalance: 500_000_50 })).toMatchObject({
      validation: { mortgageBalance: [{ message: 'Enter whole dollars.' }] },
    });
    expect(decideTerms(priced, { mortgageBalance: null }).ok).toBe(true);
  });

  it('refuse a fee name that an agreement cannot print', () => {
    expect(decideTerms(priced, { budgetOwnerFeeName: 'Tākuta fee' }).ok).toBe(true);
    expect(decideTerms(priced, { budgetOwnerFeeName: '手续费' })).toMatchObject({
      validation: { budgetOwnerFeeName: [{ message: 'Please write this in Latin letters.' }] },
    });
  });

  it('keep a range that was chosen, and set none if no price is known', () => {
    const named = { mortgageBalance: 1_00, mortgageBalanceRange: 'gt90' } as const;
    expect(decideTerms(priced, named)).toEqual({ ok: true, value: named });
    const unpriced = { ...priced, sellingPriceMin: null, sellingPriceMax: null };
    expect(decideTerms(unpriced, { mortgageBalance: 1_00 })).toEqual({ ok: true, value: { mortgageBalance: 1_00 } });
  });
});

describe('the comparison rate', () => {
  const current = {
    financeOptionCode: 'pl',
    campaignBudget: 10_000_00,
    campaignAdditionalAmount: null,
    interestRate: 1_450,
    serviceFee: 550_00,
    budgetOwnerFee: null,
    comparisonRate: null,
  } as const;
  it('is computed again from the new terms, and not written if unchanged', () => {
    expect(changedComparisonRate(current, countries.AU)).toEqual({ comparisonRate: 36_81 });
    expect(changedComparisonRate({ ...current, comparisonRate: 36_81 }, countries.AU)).toEqual({});
    expect(changedComparisonRate({ ...current, financeOptionCode: 'pos' }, countries.AU)).toEqual({});
    expect(changedComparisonRate({ ...current, interestRate: null, comparisonRate: 36_81 }, countries.AU)).toEqual({
      comparisonRate: null,
    });
    expect(changedComparisonRate({ ...current, campaignBudget: 0, comparisonRate: 36_81 }, countries.AU)).toEqual({
      comparisonRate: null,
    });
  });
});
