import {
  dueInDays,
  type LoanDates,
  loanDueDate,
  loanEndDate,
  loanPeriodDays,
  loanStartDate,
} from '@kerb/domain/loans/loan-dates.ts';
import { describe, expect, it } from 'vitest';

const country = { longestLoanDays: 180 };
const loan = (change: Partial<LoanDates> = {}): LoanDates => ({
  campaignFinanceLoanStartDate: '2026-02-01',
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  ...change,
});

describe('the start date of a loan', () => {
  // biome-ignore format: a table
  it.each([
    ['requested before it was signed', '2026-02-01', '2026-02-03', '2026-02-03'],
    ['requested for later',            '2026-02-10', '2026-02-03', '2026-02-10'],
    ['no requested date',              null,         '2026-02-03', '2026-02-03'],
    ['not signed yet',                 '2026-02-10', null,         null        ],
  ])('%s', (_why, campaignPlannedStartDate, signatureDate, expected) => {
    expect(loanStartDate({ campaignPlannedStartDate, signatureDate })).toBe(expected);
  });
});

describe('the end date of a loan', () => {
  // biome-ignore format: a table
  it.each([
    ['after the longest term',       loan(),                                                 '2026-07-31'],
    ['at settlement',                loan({ propertySettlementDate: '2026-04-01' }),         '2026-04-01'],
    ['at withdrawal',                loan({ propertyWithdrawnFromSaleDate: '2026-03-01' }),  '2026-03-01'],
    ['not after the longest term',   loan({ propertySettlementDate: '2027-01-01' }),         '2026-07-31'],
    ['unknown before it starts',     loan({ campaignFinanceLoanStartDate: null }),           null        ],
    ['at settlement, start unknown', loan({ campaignFinanceLoanStartDate: null, propertySettlementDate: '2026-04-01' }), '2026-04-01'],
  ])('%s', (_why, given, expected) => {
    expect(loanEndDate(given, country)).toBe(expected);
  });
});

describe('the due date of a loan', () => {
  // biome-ignore format: a table
  it.each([
    ['seven days after settlement',  loan({ propertySettlementDate: '2026-12-28' }),        '2027-01-04'],
    ['seven days after withdrawal',  loan({ propertyWithdrawnFromSaleDate: '2028-02-25' }), '2028-03-03'],
    ['unknown until then',           loan(),                                                null        ],
  ])('is %s', (_when, given, expected) => {
    expect(loanDueDate(given)).toBe(expected);
  });

  it('has a countdown that turns negative once overdue', () => {
    const settled = loan({ propertySettlementDate: '2026-04-01' });
    expect(dueInDays(settled, '2026-04-01')).toBe(7);
    expect(dueInDays(settled, '2026-04-10')).toBe(-2);
    expect(dueInDays(loan(), '2026-04-10')).toBeNull();
  });
});

describe('the period of a loan', () => {
  // biome-ignore format: a table
  it.each([
    ['to its end',                      loan({ propertySettlementDate: '2026-03-01' }), null,          28],
    ['until it was repaid',             loan({ propertySettlementDate: '2026-03-01' }), '2026-02-11',  10],
    ['zero, if repaid before it began', loan(),                                        '2026-01-01',   0],
    ['unknown before it starts',        loan({ campaignFinanceLoanStartDate: null }),   null,        null],
  ])('%s', (_why, given, campaignFinanceRepaidDate, expected) => {
    expect(loanPeriodDays({ ...given, campaignFinanceRepaidDate }, country)).toBe(expected);
  });
});
