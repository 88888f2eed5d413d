import { decideLoanSave, type ManagedLoan } from '@kerb/domain/loans/save-loan.ts';
import { describe, expect, it } from 'vitest';

const today = '2026-03-10';
const live: ManagedLoan = {
  status: 'executed',
  financeOptionCode: 'pl',
  campaignFinanceSignatureDate: '2026-01-31',
  campaignFinanceLoanStartDate: '2026-02-01',
  campaignFinanceDrawdownDate: '2026-02-02',
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: '2026-07-31',
};
type Sent = Parameters<typeof decideLoanSave>[1];
const save = (sent: Sent, change: Partial<ManagedLoan> = {}, standing: 'admin' | 'manager' = 'admin') =>
  decideLoanSave({ ...live, ...change }, sent, { standing, today, country: { longestLoanDays: 180 } });

describe('saving a loan’s dates', () => {
  it('changes nothing if the same dates are sent back', () => {
    expect(save({ campaignFinanceDrawdownDate: '2026-02-02' })).toEqual({
      ok: true,
      value: { changes: {}, status: null },
    });
  });

  it('accepts a settlement and sets the end date and status that follow', () => {
    expect(save({ propertySettlementDate: '2026-04-01' }, {}, 'manager')).toEqual({
      ok: true,
      value: {
        changes: { propertySettlementDate: '2026-04-01', loanEndDate: '2026-04-01' },
        status: 'waiting-settlement',
      },
    });
  });

  it('clears the settlement when the campaign is withdrawn', () => {
    const settling = { status: 'waiting-settlement', propertySettlementDate: '2026-04-01' } as const;
    expect(save({ propertyWithdrawnFromSaleDate: today }, settling)).toMatchObject({
      ok: true,
      value: {
        changes: { propertyWithdrawnFromSaleDate: today, propertySettlementDate: null, loanEndDate: today },
        status: 'withdrawn',
      },
    });
  });

  it('keeps an end date that was entered', () => {
    expect(save({ loanEndDate: '2026-05-05', propertySettlementDate: '2026-04-01' })).toMatchObject({
      value: { changes: { loanEndDate: '2026-05-05' } },
    });
  });

  // biome-ignore format: a table
  it.each<[string, Sent, Partial<ManagedLoan>, string | undefined, string]>([
    ['follows the drawdown',                  { campaignFinanceDrawdownDate: '2026-02-09' }, { campaignFinanceLoanStartDate: '2026-02-02' }, '2026-02-09', '2026-08-08'],
    ['follows the first drawdown',            { campaignFinanceDrawdownDate: '2026-02-09' }, { campaignFinanceLoanStartDate: '2026-01-31', campaignFinanceDrawdownDate: null, status: 'signed' }, '2026-02-09', '2026-08-08'],
    ['returns to the signature without one',  { campaignFinanceDrawdownDate: null },         { campaignFinanceLoanStartDate: '2026-02-02' }, '2026-01-31', '2026-07-30'],
    ['stays on the day that was entered',     { campaignFinanceDrawdownDate: '2026-02-09' }, {},                                             undefined,    '2026-07-31'],
    ['is the day that is entered now',        { campaignFinanceDrawdownDate: '2026-02-09', campaignFinanceLoanStartDate: '2026-02-20' }, {},   '2026-02-20', '2026-08-19'],
    ['returns to the rule if it is removed',  { campaignFinanceLoanStartDate: null },        {},                                             '2026-02-02', '2026-08-01'],
  ])('has a start that %s, and an end that follows', (_what, sent, change, start, end) => {
    const saved = save(sent, change);
    expect(saved).toMatchObject({ ok: true, value: { changes: { loanEndDate: end } } });
    expect(saved.ok && saved.value.changes.campaignFinanceLoanStartDate).toBe(start);
  });

  it('completes the campaign when it is repaid', () => {
    expect(save({ campaignFinanceRepaidDate: today })).toMatchObject({ value: { status: 'complete' } });
  });

  const withdrawn = { status: 'withdrawn', propertyWithdrawnFromSaleDate: '2026-03-01' } as const;
  // biome-ignore format: a table
  it.each<[string, Sent, Partial<ManagedLoan>, 'admin' | 'manager', string]>([
    ['repaid without a drawdown',        { campaignFinanceRepaidDate: today },              { campaignFinanceDrawdownDate: null }, 'admin',   'campaignFinanceRepaidDate'],
    ['a repaid loan’s drawdown removed', { campaignFinanceDrawdownDate: null },             { campaignFinanceRepaidDate: today },  'admin',   'campaignFinanceRepaidDate'],
    ['repaid before it was drawn',       { campaignFinanceRepaidDate: '2026-01-01' },       {},                                    'admin',   'campaignFinanceRepaidDate'],
    ['repaid tomorrow',                  { campaignFinanceRepaidDate: '2026-03-11' },       {},                                    'admin',   'campaignFinanceRepaidDate'],
    ['repaid in a mistyped year',        { campaignFinanceRepaidDate: '2035-01-01' },       {},                                    'admin',   'campaignFinanceRepaidDate'],
    ['repaid before it starts',          { campaignFinanceRepaidDate: '2026-02-10' },       { campaignFinanceLoanStartDate: '2026-02-20' }, 'admin', 'campaignFinanceRepaidDate'],
    ['a start after the repayment',      { campaignFinanceLoanStartDate: '2026-03-09' },    { campaignFinanceRepaidDate: '2026-03-08' }, 'admin', 'campaignFinanceLoanStartDate'],
    ['drawn before the last signature',  { campaignFinanceDrawdownDate: '2026-01-30' },     {},                                    'admin',   'campaignFinanceDrawdownDate'],
    ['an end before the start',          { loanEndDate: '2026-01-31' },                     {},                                    'admin',   'loanEndDate'],
    ['a settlement before the start',    { propertySettlementDate: '2026-01-31' },          {},                                    'admin',   'propertySettlementDate'],
    ['a withdrawal before the start',    { propertyWithdrawnFromSaleDate: '2026-01-31' },   {},                                    'admin',   'propertyWithdrawnFromSaleDate'],
    ['a start after the settlement',     { campaignFinanceLoanStartDate: '2026-03-05' },    { propertySettlementDate: '2026-03-04' }, 'admin', 'campaignFinanceLoanStartDate'],
    ['a start after the withdrawal',     { campaignFinanceLoanStartDate: '2026-03-02' },    withdrawn,                             'admin',   'campaignFinanceLoanStartDate'],
    ['a settlement after a withdrawal',  { propertySettlementDate: '2026-04-01' },          withdrawn,                             'admin',   'propertySettlementDate'],
    ['a settlement removed by an agent', { propertySettlementDate: null },                  { propertySettlementDate: '2026-04-01' }, 'manager', 'propertySettlementDate'],
    ['a past settlement by an agent',    { propertySettlementDate: '2026-03-09' },          {},                                    'manager', 'propertySettlementDate'],
    ['a withdrawal undone by an agent',  { propertyWithdrawnFromSaleDate: null },           withdrawn,                             'manager', 'propertyWithdrawnFromSaleDate'],
  ])('refuses %s', (_what, sent, change, standing, field) => {
    expect(save(sent, change, standing)).toMatchObject({ ok: false, validation: { [field]: [{ type: 'notValid' }] } });
  });

  it('accepts repaid today, and an old future date that is not sent again', () => {
    expect(save({ campaignFinanceRepaidDate: today }).ok).toBe(true);
    expect(save({ loanEndDate: '2026-02-01' }, { campaignFinanceRepaidDate: '2035-01-01' }).ok).toBe(true);
  });

  it('lets an admin enter a past settlement, remove it, and undo a withdrawal', () => {
    expect(save({ propertySettlementDate: '2026-03-01' }).ok).toBe(true);
    expect(
      save({ propertySettlementDate: null }, { status: 'waiting-settlement', propertySettlementDate: '2026-04-01' }),
    ).toMatchObject({ value: { status: 'executed' } });
    expect(save({ propertyWithdrawnFromSaleDate: null }, withdrawn)).toMatchObject({ value: { status: 'executed' } });
  });
});
