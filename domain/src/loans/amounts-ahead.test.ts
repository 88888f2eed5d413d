import { countries } from '@kerb/domain/countries/countries.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import { amountsAhead } from '@kerb/domain/loans/amounts-ahead.ts';
import type { LoanFields } from '@kerb/domain/loans/loan-figures.ts';
import { emptyBooks } from '@kerb/domain/payments/campaign-money.ts';
import { describe, expect, it } from 'vitest';

const start = '2026-11-01';
const today = addDays(start, 10);
const fields: LoanFields = {
  financeOptionCode: 'pl',
  campaignBudget: 10_000_00,
  campaignAdditionalAmount: null,
  serviceFee: 550_00,
  books: emptyBooks,
  caveatFee: 184_00,
  budgetOwnerFee: null,
  budgetOwnerFeeName: null,
  interestRate: 1_450,
  interestFreeDays: 0,
  campaignFinanceSignatureDate: start,
  campaignFinanceDrawdownDate: start,
  campaignFinanceLoanStartDate: start,
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: null,
};
const ahead = (change: Partial<LoanFields> = {}) => amountsAhead({ ...fields, ...change }, today, countries.AU);
const kinds = (change: Partial<LoanFields>) => ahead(change)?.amounts.map(({ kind, day }) => `${kind} ${day}`);

describe('what a loan costs on the days ahead', () => {
  it('is stated for the settlement, for the due day and for each day', () => {
    expect(ahead({ propertySettlementDate: addDays(start, 40) })).toEqual({
      amounts: [
        { kind: 'settlement', day: addDays(start, 40), total: 10_892_90, isEstimate: true },
        { kind: 'due', day: addDays(start, 47), total: 10_920_71, isEstimate: true },
      ],
      interestPerDay: 3_97,
      interestFrom: null,
    });
  });

  it('is stated by day, and only for days after today', () => {
    expect(kinds({})).toEqual(['due 2027-04-30']);
    expect(kinds({ propertySettlementDate: addDays(start, 9) })).toEqual(['due 2026-11-17']);
    expect(kinds({ propertySettlementDate: addDays(start, 3) })).toEqual([]);
    expect(kinds({ propertySettlementDate: '2027-05-10' })).toEqual(['due 2027-04-30', 'settlement 2027-05-10']);
    expect(kinds({ propertySettlementDate: '2027-04-30' })).toEqual(['settlement 2027-04-30']);
  });

  it('names the first day with interest while the interest-free days run', () => {
    expect(ahead({ interestFreeDays: 30 })).toMatchObject({ interestPerDay: 3_97, interestFrom: '2026-12-01' });
    expect(ahead({ interestFreeDays: 5 })).toMatchObject({ interestFrom: null });
  });

  it('is the same every day for Pay On Success, and no estimate', () => {
    expect(ahead({ financeOptionCode: 'pos', propertySettlementDate: addDays(start, 40) })).toEqual({
      amounts: [
        { kind: 'settlement', day: addDays(start, 40), total: 10_550_00, isEstimate: false },
        { kind: 'due', day: addDays(start, 47), total: 10_550_00, isEstimate: false },
      ],
      interestPerDay: null,
      interestFrom: null,
    });
  });

  it('is unknown before the loan starts', () => {
    const unsigned = { campaignFinanceSignatureDate: null, campaignFinanceDrawdownDate: null };
    expect(ahead({ ...unsigned, campaignFinanceLoanStartDate: null })).toBeNull();
  });
});
