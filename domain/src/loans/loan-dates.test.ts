import { addDays } from '@kerb/domain/kernel/dates.ts';
import { dueFrom, dueInDays, type LoanDateFields, loanDates, loanPeriodDays } from '@kerb/domain/loans/loan-dates.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const country = { longestLoanDays: 180 };
const start = '2026-02-01';
const loan = (change: Partial<LoanDateFields> = {}): LoanDateFields => ({
  financeOptionCode: 'pl',
  campaignFinanceSignatureDate: start,
  campaignFinanceDrawdownDate: null,
  campaignFinanceLoanStartDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: null,
  ...change,
});
const datesOf = (change: Partial<LoanDateFields> = {}) => loanDates(loan(change), country);
const settling = (days: number) => ({ propertySettlementDate: addDays(start, days) });

describe('the start date of a loan', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<LoanDateFields>, string | null]>([
    ['the day of the last signature',            {},                                                                                         '2026-02-01'],
    ['the drawdown, if that is later',           { campaignFinanceDrawdownDate: '2026-02-04' },                                              '2026-02-04'],
    ['the signature, if that is later',          { campaignFinanceDrawdownDate: '2026-01-30' },                                              '2026-02-01'],
    ['the day that an admin entered',            { campaignFinanceDrawdownDate: '2026-02-04', campaignFinanceLoanStartDate: '2026-02-10' },  '2026-02-10'],
    ['unknown before the last signature',        { campaignFinanceSignatureDate: null },                                                     null        ],
    ['no day at all for Pay Upfront',            { financeOptionCode: 'pn' },                                                                null        ],
  ])('is %s', (_which, change, expected) => {
    expect(datesOf(change).start).toBe(expected);
  });
});

describe('the end date of a loan', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<LoanDateFields>, string | null, string | null]>([
    ['after the longest term',           {},                                                                             '2026-07-31', '2026-07-31'],
    ['at settlement',                    { propertySettlementDate: '2026-04-01' },                                       '2026-04-01', '2026-07-31'],
    ['at withdrawal',                    { propertyWithdrawnFromSaleDate: '2026-03-01' },                                '2026-03-01', '2026-07-31'],
    ['not after the longest term',       { propertySettlementDate: '2027-01-01' },                                       '2026-07-31', '2026-07-31'],
    ['on the day that an admin entered', { loanEndDate: '2026-05-05', propertySettlementDate: '2026-04-01' },            '2026-05-05', '2026-07-31'],
    ['counted from the drawdown',        { campaignFinanceDrawdownDate: '2026-02-04' },                                  '2026-08-03', '2026-08-03'],
    ['unknown before it starts',         { campaignFinanceSignatureDate: null },                                         null,         null        ],
    ['at settlement, start unknown',     { campaignFinanceSignatureDate: null, propertySettlementDate: '2026-04-01' },   '2026-04-01', null        ],
    ['the start, if drawn after settlement', { propertySettlementDate: '2026-02-02', campaignFinanceDrawdownDate: '2026-02-04' }, '2026-02-04', '2026-08-03'],
    ['open for Pay On Success',          { financeOptionCode: 'pos' },                                                   null,         null        ],
    ['at settlement on success',         { financeOptionCode: 'pos', propertySettlementDate: '2027-01-01' },             '2027-01-01', null        ],
  ])('is %s', (_when, change, end, latestEnd) => {
    expect(datesOf(change)).toMatchObject({ end, latestEnd });
  });
});

describe('the due date of a loan', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<LoanDateFields>, string | null]>([
    ['seven days after settlement',                         settling(60),                                                       addDays(start, 67)],
    ['seven days after withdrawal',                         { propertyWithdrawnFromSaleDate: '2026-03-03' },                    '2026-03-10'],
    ['day 180, if the property settles on day 173',         settling(173),                                                      addDays(start, 180)],
    ['day 180, if the property settles on day 179',         settling(179),                                                      addDays(start, 180)],
    ['day 180, if the property settles on day 365',         settling(365),                                                      addDays(start, 180)],
    ['day 180 without a settlement',                        {},                                                                 addDays(start, 180)],
    ['unknown before the loan starts',                      { campaignFinanceSignatureDate: null },                             null],
    ['unknown for Pay On Success until the sale',           { financeOptionCode: 'pos' },                                       null],
    ['seven days after any settlement for Pay On Success',  { financeOptionCode: 'pos', ...settling(365) },                     addDays(start, 372)],
    ['no day at all for Pay Upfront',                       { financeOptionCode: 'pn', ...settling(60) },                       null],
  ])('is %s', (_when, change, expected) => {
    expect(datesOf(change).due).toBe(expected);
  });

  it('has a countdown that turns negative once overdue', () => {
    const settled = datesOf({ propertySettlementDate: '2026-04-01' });
    expect(dueInDays(settled, '2026-04-01')).toBe(7);
    expect(dueInDays(settled, '2026-04-10')).toBe(-2);
    expect(dueInDays(datesOf({ financeOptionCode: 'pos' }), '2026-04-10')).toBeNull();
  });

  it('is never after the latest end, and can be found by the day that it counts from', () => {
    const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays(start, days));
    const some = fc.option(day, { nil: null });
    const anyLoan = fc.record({
      financeOptionCode: fc.constantFrom('pl' as const, 'pos' as const),
      campaignFinanceSignatureDate: some,
      campaignFinanceDrawdownDate: some,
      campaignFinanceLoanStartDate: some,
      propertySettlementDate: some,
      propertyWithdrawnFromSaleDate: some,
    });
    fc.assert(
      fc.property(anyLoan, (change) => {
        const dates = datesOf(change);
        if (dates.due === null) return;
        if (dates.latestEnd !== null) expect(dates.due <= dates.latestEnd).toBe(true);
        const from = dueFrom(dates.due, country);
        const saleEnd = change.propertyWithdrawnFromSaleDate ?? change.propertySettlementDate;
        expect(saleEnd === from.saleEnd || dates.start === from.start).toBe(true);
      }),
    );
  });
});

describe('the period of a loan', () => {
  // biome-ignore format: a table
  it.each<[string, Partial<LoanDateFields>, string | null, number | null]>([
    ['to its end',                      { propertySettlementDate: '2026-03-01' },   null,          28],
    ['until it was repaid',             { propertySettlementDate: '2026-03-01' },   '2026-02-11',  10],
    ['zero, if repaid before it began', {},                                         '2026-01-01',   0],
    ['unknown before it starts',        { campaignFinanceSignatureDate: null },     null,        null],
  ])('is %s', (_why, change, repaid, expected) => {
    expect(loanPeriodDays(datesOf(change), repaid)).toBe(expected);
  });
});
