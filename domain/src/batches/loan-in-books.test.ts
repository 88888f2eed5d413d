import { type LentCampaign, lending, loanMove } from '@kerb/domain/batches/loan-in-books.ts';
import { emptyBooks } from '@kerb/domain/payments/campaign-money.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';

const campaign: LentCampaign = {
  financeOptionCode: 'pl',
  campaignBudget: 1_000_000,
  campaignAdditionalAmount: 250_000,
  serviceFee: 55_000,
  books: emptyBooks,
  caveatFee: 18_400,
  budgetOwnerFee: 0,
  budgetOwnerFeeName: null,
  interestRate: 1450,
  interestFreeDays: 0,
  campaignFinanceLoanStartDate: null,
  campaignFinanceDrawdownDate: null,
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: null,
  campaignPlannedStartDate: null,
  campaignFinanceSignatureDate: null,
  campaignBorrowedAmount: null,
  campaignFinanceServiceFee: null,
  campaignFinanceInterestRate: null,
} as LentCampaign;
const today = '2026-11-16';
const whole = 1_250_000;
const lent = { ...emptyBooks, agreed: whole, organisation: -whole };
const ordered = { ...emptyBooks, agreed: whole, transit: -whole };
const transferred = { ...emptyBooks, loans: whole };

describe('the loan in the books', () => {
  it.each(agreementStatuses)('on reaching %s follows the table', (status) => {
    const fromNothing = loanMove(campaign, status, emptyBooks, today);
    const fromLent = loanMove(campaign, status, lent, today);
    if (lending[status] === 'lent') expect([fromNothing, fromLent]).toEqual([{ move: 'lend', amount: whole }, null]);
    if (lending[status] === 'not-lent')
      expect([fromNothing, fromLent]).toEqual([null, { move: 'unlend', amount: whole }]);
    if (lending[status] === 'unchanged') expect([fromNothing, fromLent]).toEqual([null, null]);
  });

  it('includes the additional amount for Pay Later, and not for Pay On Success', () => {
    const onSuccess = { ...campaign, financeOptionCode: 'pos' as const };
    expect(loanMove(onSuccess, 'signed', emptyBooks, today)).toEqual({ move: 'lend', amount: 1_000_000 });
  });

  it.each(['pn', null] as const)('lends nothing by %s', (financeOptionCode) => {
    for (const status of agreementStatuses) {
      expect(loanMove({ ...campaign, financeOptionCode }, status, emptyBooks, today)).toBeNull();
    }
  });

  it('never takes back what was ordered or transferred', () => {
    for (const status of agreementStatuses) {
      for (const books of [ordered, transferred]) expect(loanMove(campaign, status, books, today)).toBeNull();
    }
  });

  it('takes back the loan of a campaign that is no longer financed', () => {
    const paidUpfront = { ...campaign, financeOptionCode: 'pn' as const };
    expect(loanMove(paidUpfront, 'signed', lent, today)).toEqual({ move: 'unlend', amount: whole });
  });

  it('lends only what is missing', () => {
    const books = { ...emptyBooks, loans: 1_000_000 };
    expect(loanMove(campaign, 'executed', books, today)).toEqual({ move: 'lend', amount: 250_000 });
  });
});
