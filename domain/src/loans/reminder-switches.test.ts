import { type RemindedLoan, remindersDue } from '@kerb/domain/loans/reminders.ts';
import { decideLoanSave } from '@kerb/domain/loans/save-loan.ts';
import { describe, expect, it } from 'vitest';

const on = { loanLiveReminders: true, preSettlementReminders: true, postSettlementReminders: true };
const settling: RemindedLoan = {
  ...on,
  status: 'waiting-settlement',
  financeOptionCode: 'pl',
  campaignFinanceSignatureDate: null,
  campaignFinanceDrawdownDate: null,
  campaignFinanceLoanStartDate: '2026-01-01',
  interestFreeDays: 60,
  propertySettlementDate: '2026-03-20',
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: null,
  organisation: on,
};

describe('a switch that is off stops its own reminders and no others', () => {
  // biome-ignore format: a table
  it.each([
    ['interest-free-ends', '2026-03-02', 'loanLiveReminders'],
    ['pre-settlement',     '2026-03-13', 'preSettlementReminders'],
    ['post-settlement',    '2026-03-21', 'postSettlementReminders'],
    ['payment-due',        '2026-03-27', 'postSettlementReminders'],
  ] as const)('%s on %s follows %s', (name, today, governedBy) => {
    const due = (change: Partial<RemindedLoan>) => remindersDue({ ...settling, ...change }, today, { longestLoanDays: 180 }).map((each) => each.name);
    for (const other of Object.keys(on)) expect(due({ [other]: false })).toEqual(other === governedBy ? [] : [name]);
  });
});

it('a loan without a drawdown date accepts a settlement date', () => {
  const undrawn = {
    status: 'signed',
    financeOptionCode: 'pl',
    campaignFinanceSignatureDate: '2026-02-01',
    campaignFinanceLoanStartDate: '2026-02-01',
    campaignFinanceDrawdownDate: null,
    campaignFinanceRepaidDate: null,
    propertySettlementDate: null,
    propertyWithdrawnFromSaleDate: null,
    loanEndDate: null,
  } as const;
  const asked = { standing: 'admin', today: '2026-03-10', country: { longestLoanDays: 180 } } as const;
  expect(decideLoanSave(undrawn, { propertySettlementDate: '2026-04-01' }, asked).ok).toBe(true);
});
