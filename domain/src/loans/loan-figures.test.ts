import { countries } from '@kerb/domain/countries/countries.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import {
  balanceByLine,
  countedUntil,
  derivedFields,
  type LoanFields,
  loanAsSigned,
  loanOf,
  loanUnsigned,
} from '@kerb/domain/loans/loan-figures.ts';
import { emptyBooks } from '@kerb/domain/payments/campaign-money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const start = '2026-11-01';
const fields: LoanFields = {
  financeOptionCode: 'pl',
  campaignBudget: 10_000_00,
  campaignAdditionalAmount: null,
  serviceFee: 550_00,
  books: emptyBooks,
  caveatFee: 184_00,
  budgetOwnerFee: 55_00,
  budgetOwnerFeeName: 'Handling fee',
  interestRate: 1_450,
  interestFreeDays: 10,
  campaignFinanceSignatureDate: null,
  campaignFinanceDrawdownDate: null,
  campaignFinanceLoanStartDate: start,
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: null,
};
const on = (given: LoanFields, day: string, today: string) =>
  balanceByLine(given, loanOf(given)!, { day, today }, countries.AU);

describe('the cost of repaying a loan, line by line', () => {
  it('labels each part as the country does, leaves out zero amounts, and marks the estimate', () => {
    const { lines, total } = on(fields, addDays(start, 30), addDays(start, 20));
    expect(lines.map(({ key, label, amount, isEstimate }) => [key, label, amount, isEstimate])).toEqual([
      ['budget', 'Campaign Budget', 10_000_00, false],
      ['serviceFee', 'Pay Later Fee', 550_00, false],
      ['caveatFee', 'Security Registration Fee', 184_00, false],
      ['budgetOwnerFee', 'Handling fee', 55_00, false],
      ['accruedInterest', 'Interest', 39_73, false],
      ['estimatedInterest', 'Estimated Interest', 39_72, true],
    ]);
    expect(total).toBe(10_868_45);
  });

  it('adds up to its total on every day, never falls from one day to the next, and never drifts by a cent', () => {
    const anyLoan = fc.record({
      campaignBudget: fc.integer({ min: 0, max: 50_000_00 }),
      campaignAdditionalAmount: fc.integer({ min: 0, max: 5_000_00 }),
      serviceFee: fc.integer({ min: 0, max: 5_000_00 }),
      interestRate: fc.integer({ min: 0, max: 100_00 }),
      interestFreeDays: fc.integer({ min: 0, max: 365 }),
    });
    const days = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(anyLoan, days, days, (some, day, today) => {
        const given = { ...fields, ...some };
        const balance = on(given, addDays(start, day), addDays(start, today));
        expect(balance.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance.total);
        expect(on(given, addDays(start, day + 1), addDays(start, today)).total).toBeGreaterThanOrEqual(balance.total);
        // The total is the same however much has accrued by then.
        expect(on(given, addDays(start, day), addDays(start, day)).total).toBe(balance.total);
        if (day <= today) expect(balance.estimatedInterest).toBe(0);
        if (today === 0) expect(balance.accruedInterest).toBe(0);
      }),
    );
  });

  it('of Pay On Success is the budget, plus the service fee if it was not paid separately', () => {
    const pos: LoanFields = { ...fields, financeOptionCode: 'pos', serviceFee: 1_200_00 };
    expect(on(pos, addDays(start, 90), start).total).toBe(11_200_00);
    const paid = { ...emptyBooks, settled: 1_200_00 };
    expect(on({ ...pos, books: paid }, addDays(start, 90), start).total).toBe(10_000_00);
    const partly = { ...emptyBooks, received: -200_00, payer: 1_000_00 };
    expect(on({ ...pos, books: partly }, addDays(start, 90), start).total).toBe(11_000_00);
    expect(loanOf({ ...fields, financeOptionCode: 'pn' })).toBeNull();
    expect(loanOf({ ...fields, campaignFinanceLoanStartDate: null })).toBeNull();
  });
});

describe('the derived fields of a loan', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<LoanFields>, string, string]>([
    ['runs to its longest end',          {},                                                          '2026-11-15', '2027-04-30'],
    ['runs to settlement',               { propertySettlementDate: '2027-01-10' },                    '2026-11-15', '2027-01-10'],
    ['runs on while it is unpaid',       { propertySettlementDate: '2027-01-10' },                    '2027-01-25', '2027-01-25'],
    ['ended when it was repaid',         { campaignFinanceRepaidDate: '2027-01-12' },                 '2027-06-01', '2027-01-12'],
    ['ends on a date that an admin set', { loanEndDate: '2027-02-01' },                               '2026-11-15', '2027-02-01'],
  ])('are computed for a loan that %s', (_which, change, today, expected) => {
    expect(countedUntil({ ...fields, ...change }, today, countries.AU)).toBe(expected);
  });

  it('state the amount due and its date, and zero once repaid', () => {
    const settling = { ...fields, propertySettlementDate: '2026-11-20' };
    expect(derivedFields(settling, '2026-11-29', countries.AU)).toEqual({
      campaignFinanceDueDate: '2026-11-27',
      campaignFinanceDueInDays: -2,
      campaignFinanceLoanPeriodDays: 19,
      campaignFinanceInterestFreeValue: 39_72,
      campaignFinanceTotalInterest: 71_51,
      campaignFinanceTotalDue: 10_860_51,
    });
    const repaid = { ...settling, campaignFinanceRepaidDate: '2026-11-21' };
    expect(derivedFields(repaid, '2026-12-29', countries.AU)).toMatchObject({
      campaignFinanceDueInDays: null,
      campaignFinanceTotalInterest: 39_73,
    });
    expect(derivedFields({ ...fields, financeOptionCode: 'pn' }, start, countries.AU)).toMatchObject({
      campaignFinanceTotalInterest: null,
      campaignFinanceTotalDue: null,
    });
  });
});

describe('the last signature', () => {
  const unsigned = {
    ...fields,
    campaignFinanceLoanStartDate: null,
    campaignBorrowedAmount: null,
    campaignFinanceServiceFee: null,
    campaignFinanceInterestRate: null,
  };
  it('fixes the figures and starts the loan on its day, or on the drawdown if that is later', () => {
    expect(loanAsSigned(unsigned, '2026-11-15')).toEqual({
      campaignFinanceSignatureDate: '2026-11-15',
      campaignFinanceLoanStartDate: '2026-11-15',
      campaignBorrowedAmount: 10_000_00,
      campaignFinanceServiceFee: 550_00,
      campaignFinanceInterestRate: 1_450,
    });
    const drawn = { ...unsigned, campaignFinanceDrawdownDate: '2026-11-18' };
    expect(loanAsSigned(drawn, '2026-11-15').campaignFinanceLoanStartDate).toBe('2026-11-18');
    expect(loanAsSigned(drawn, '2026-11-25').campaignFinanceLoanStartDate).toBe('2026-11-25');
  });

  it('that is voided removes what it fixed, except the start of a drawn loan', () => {
    const signed = { ...unsigned, ...loanAsSigned(unsigned, '2026-11-15') };
    const { campaignFinanceLoanStartDate, ...fixed } = loanUnsigned({ ...signed, campaignFinanceDrawdownDate: null });
    expect([campaignFinanceLoanStartDate, ...Object.values(fixed)]).toEqual([null, null, null, null, null]);
    const drawn = { ...signed, campaignFinanceDrawdownDate: '2026-11-21' };
    expect(loanUnsigned(drawn)).not.toHaveProperty('campaignFinanceLoanStartDate');
    expect(loanUnsigned({ ...unsigned, campaignFinanceDrawdownDate: null })).toEqual({});
  });

  it('keeps a start date that an admin entered, and starts nothing for Pay Upfront', () => {
    const given = { ...unsigned, campaignFinanceLoanStartDate: '2026-12-24' };
    expect(loanAsSigned(given, '2026-11-15').campaignFinanceLoanStartDate).toBe('2026-12-24');
    expect(loanAsSigned({ ...unsigned, financeOptionCode: 'pn' }, '2026-11-15')).toEqual({});
  });
});
