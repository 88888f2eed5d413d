import {
  costsOf,
  crossoversOf,
  firstMoreExpensiveDay,
  loanCost,
  type OfferedTerms,
} from '@kerb/domain/options/costs.ts';
import type { LoanTerms } from '@kerb/domain/options/option-terms.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** The Australian terms for a budget of 4,200: 5.5 per cent fee, 184 for the caveat, 14.5 per cent interest a year. */
const loan: LoanTerms = {
  financedCents: 4_200_00,
  serviceFeeCents: 231_00,
  caveatFeeCents: 184_00,
  budgetOwnerFeeCents: 0,
  budgetOwnerFeeName: null,
  interestRateBasisPoints: 1_450,
  interestFreeDays: 0,
};
const offered: OfferedTerms = {
  campaignBudget: 4_200_00,
  startDate: '2026-12-01',
  upfront: {
    amountCents: 4_200_00,
    cards: [
      { key: 'debit', label: 'Visa or Mastercard debit', basisPoints: 80 },
      { key: 'amex', label: 'American Express', basisPoints: 250 },
    ],
  },
  onSuccess: { serviceFeeCents: 504_00 },
  loan,
};

describe('the true cost', () => {
  it('is given for every offered way of paying, in dollars, with its day', () => {
    // biome-ignore format: a table
    expect(costsOf(offered).map((way) => [way.key, way.total, way.extra, way.dueNow, way.dueDate, way.isEstimate])).toEqual([
      ['bank-transfer', 4_200_00,      0, 4_200_00, null,         false],
      ['debit',         4_233_60,  33_60, 4_233_60, null,         false],
      ['amex',          4_305_00, 105_00, 4_305_00, null,         false],
      ['pos',           4_704_00, 504_00,   504_00, null,         false],
      ['pl-30',         4_665_05, 465_05,        0, '2026-12-31', true],
      ['pl-60',         4_715_11, 515_11,        0, '2027-01-30', true],
      ['pl-90',         4_765_16, 565_16,        0, '2027-03-01', true],
      ['pl-120',        4_815_22, 615_22,        0, '2027-03-31', true],
      ['pl-180',        4_915_33, 715_33,        0, '2027-05-30', true],
    ]);
  });

  it('leaves out options that are not offered', () => {
    const keys = (terms: Partial<OfferedTerms>) => costsOf({ ...offered, ...terms }).map(({ key }) => key);
    expect(keys({ onSuccess: null, loan: null })).toEqual(['bank-transfer', 'debit', 'amex']);
    expect(keys({ upfront: null, loan: null })).toEqual(['pos']);
    expect(crossoversOf({ ...offered, loan: null }, 180)).toEqual([]);
  });

  it('gives the day from which Pay Later costs more than each other way', () => {
    expect(crossoversOf(offered, 180)).toEqual([
      { than: 'bank-transfer', fromDay: 0, onDate: '2026-12-01' },
      { than: 'debit', fromDay: 0, onDate: '2026-12-01' },
      { than: 'amex', fromDay: 0, onDate: '2026-12-01' },
      { than: 'pos', fromDay: 54, onDate: '2027-01-24' },
    ]);
    const free = { ...offered, loan: { ...loan, interestFreeDays: 120 } };
    expect(crossoversOf(free, 180).at(-1)).toMatchObject({ than: 'pos', fromDay: 174 });
    const forLess = { ...offered, loan: { ...loan, interestRateBasisPoints: 0 } };
    expect(crossoversOf(forLess, 180).at(-1)).toEqual({ than: 'pos', fromDay: null, onDate: null });
  });
});

const loans = fc.record({
  financedCents: fc.integer({ min: 0, max: 500_000_00 }),
  serviceFeeCents: fc.integer({ min: 0, max: 30_000_00 }),
  caveatFeeCents: fc.constantFrom(0, 120_00, 184_00),
  budgetOwnerFeeCents: fc.integer({ min: 0, max: 1_000_00 }),
  budgetOwnerFeeName: fc.constant(null),
  interestRateBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  interestFreeDays: fc.integer({ min: 0, max: 120 }),
});

describe('over random loans', () => {
  it('a longer one never costs less', () => {
    fc.assert(
      fc.property(loans, fc.nat(180), fc.nat(180), (terms, a, b) => {
        const [sooner, later] = [Math.min(a, b), Math.max(a, b)];
        expect(loanCost(terms, later)).toBeGreaterThanOrEqual(loanCost(terms, sooner));
      }),
    );
  });

  it('the crossover is exactly the first day that costs more', () => {
    fc.assert(
      fc.property(loans, fc.integer({ min: -1_000_00, max: 100_000_00 }), (terms, cost) => {
        const days = Array.from({ length: 181 }, (_, day) => day);
        const first = days.find((day) => loanCost(terms, day) > cost) ?? null;
        expect(firstMoreExpensiveDay(terms, cost, 180)).toBe(first);
      }),
    );
  });

  it('every total is the campaign plus its extra cost, to the cent', () => {
    fc.assert(
      fc.property(loans, (terms) => {
        const { financedCents } = terms;
        const upfront = { amountCents: financedCents, cards: [] };
        const ways = costsOf({ ...offered, campaignBudget: financedCents, upfront, loan: terms });
        for (const { total, extra } of ways) expect(total).toBe(financedCents + extra);
      }),
    );
  });
});
