import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { fieldsOfChoice, repricedFields } from '@kerb/domain/options/choice.ts';
import { describe, expect, it } from 'vitest';

const prices = {
  loan: {
    financedCents: 10_000_00,
    serviceFeeCents: 550_00,
    caveatFeeCents: 184_00,
    budgetOwnerFeeCents: 20_00,
    budgetOwnerFeeName: 'Handling fee',
    interestRateBasisPoints: 1_450,
    interestFreeDays: 30,
  },
  onSuccess: { serviceFee: 1_100_00, fullServiceFee: 1_200_00 },
};
const fieldsFor = (code: 'pn' | 'pl' | 'pos' | null) => fieldsOfChoice(code, prices, australia);
const emptied = {
  serviceFee: null,
  fullServiceFee: null,
  caveatFee: null,
  budgetOwnerFee: null,
  budgetOwnerFeeName: null,
  interestRate: null,
  interestFreeDays: null,
  comparisonRate: null,
};

describe('the fields that a choice writes to the campaign', () => {
  it('are the loan terms for Pay Later', () => {
    expect(fieldsFor('pl')).toEqual({
      serviceFee: 550_00,
      fullServiceFee: 550_00,
      caveatFee: 184_00,
      budgetOwnerFee: 20_00,
      budgetOwnerFeeName: 'Handling fee',
      interestRate: 1_450,
      interestFreeDays: 30,
      comparisonRate: 37_62,
    });
  });

  it('are only the fee for Pay On Success, and none for Pay Upfront or no choice', () => {
    expect(fieldsFor('pos')).toEqual({ ...emptied, serviceFee: 1_100_00, fullServiceFee: 1_200_00 });
    expect(fieldsFor('pn')).toEqual(emptied);
    expect(fieldsFor(null)).toEqual(emptied);
  });
});

describe('terms that change after the choice', () => {
  const before = fieldsFor('pl');
  const after = { ...before, serviceFee: 600_00, interestRate: 1_500 };

  it('are written only where they changed', () => {
    expect(repricedFields(before, { before, after })).toEqual({ serviceFee: 600_00, interestRate: 1_500 });
    expect(repricedFields(before, { before, after: before })).toEqual({});
  });

  it('keep a value that was entered by hand', () => {
    const current = { ...before, serviceFee: 100_00, caveatFee: 0 };
    expect(repricedFields(current, { before, after })).toEqual({ interestRate: 1_500 });
  });
});
