import { countries } from '@kerb/domain/countries/countries.ts';
import { balanceOn, bearsInterest } from '@kerb/domain/loans/loan-balance.ts';
import {
  balanceByLine,
  derivedFields,
  type LoanFields,
  loanAsSigned,
  loanOf,
} from '@kerb/domain/loans/loan-figures.ts';
import { changedComparisonRate } from '@kerb/domain/loans/save-terms.ts';
import { loanTimeline } from '@kerb/domain/loans/timeline.ts';
import { emptyBooks } from '@kerb/domain/payments/campaign-money.ts';
import { describe, expect, it } from 'vitest';

const start = '2026-11-01';
const empty: LoanFields = {
  financeOptionCode: 'pl',
  campaignBudget: null,
  campaignAdditionalAmount: null,
  serviceFee: null,
  books: emptyBooks,
  caveatFee: null,
  budgetOwnerFee: null,
  budgetOwnerFeeName: null,
  interestRate: null,
  interestFreeDays: null,
  campaignFinanceSignatureDate: null,
  campaignFinanceDrawdownDate: null,
  campaignFinanceLoanStartDate: start,
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: null,
};
const full = {
  ...empty,
  campaignBudget: 1_000_00,
  campaignAdditionalAmount: 200_00,
  serviceFee: 30_00,
  books: { ...emptyBooks, settled: 1 },
  caveatFee: 4_00,
  budgetOwnerFee: 5_00,
  interestRate: 1_450,
  interestFreeDays: 10,
};
const linesOf = (fields: LoanFields) =>
  balanceByLine(fields, loanOf(fields)!, { day: start, today: start }, countries.AU).lines.map(
    ({ label, amount, isEstimate }) => [label, amount, isEstimate],
  );

describe('a loan without any values yet', () => {
  it('owes nothing and has no interest', () => {
    const loan = loanOf(empty)!;
    expect(balanceOn(loan, '2027-11-01', '2027-11-01').totalCents).toBe(0);
    expect(loan.interestFreeDays).toBe(0);
    expect(bearsInterest(loan)).toBe(false);
    expect(bearsInterest({ ...loan, interestRateBasisPoints: 1 })).toBe(true);
    expect(linesOf(empty)).toEqual([['Campaign Budget', 0, false]]);
  });
});

describe('the lines of a loan', () => {
  it('of Pay Later have every part, including the fee, even if an old payment is recorded', () => {
    expect(linesOf(full)).toEqual([
      ['Campaign Budget', 1_000_00, false],
      ['Additional Amount', 200_00, false],
      ['Pay Later Fee', 30_00, false],
      ['Security Registration Fee', 4_00, false],
      ['Custom Fixed Fee', 5_00, false],
    ]);
  });

  it('of Pay On Success have the budget and the unpaid fee, and no interest-free days', () => {
    const onSuccess = { ...full, financeOptionCode: 'pos', books: emptyBooks } as const;
    expect(linesOf(onSuccess)).toEqual([
      ['Campaign Budget', 1_000_00, false],
      ['Service Fee', 30_00, false],
    ]);
    expect(loanOf(onSuccess)).toMatchObject({ additionalCents: 0, interestFreeDays: 0 });
  });

  it('refuse a negative fee', () => {
    const loan = loanOf(full)!;
    for (const name of ['serviceFeeCents', 'caveatFeeCents', 'budgetOwnerFeeCents'] as const)
      expect(() => balanceOn({ ...loan, [name]: -1 }, start, start)).toThrow(
        `${name} must be whole and not negative: -1`,
      );
    expect(() => balanceOn({ ...loan, serviceFeeCents: 0.5 }, start, start)).toThrow(RangeError);
  });
});

describe('figures that follow from the terms', () => {
  it('count accrued and estimated interest together', () => {
    const settling = { ...full, propertySettlementDate: '2026-12-01' };
    const { campaignFinanceTotalInterest } = derivedFields(settling, '2026-11-21', countries.AU);
    expect(campaignFinanceTotalInterest).toBe(9_53);
  });

  it('of a signature are computed from its own day, also when they are read later', () => {
    const signed = {
      ...full,
      campaignFinanceLoanStartDate: null,
      campaignFinanceSignatureDate: '2026-11-10',
      campaignBorrowedAmount: null,
      campaignFinanceServiceFee: null,
      campaignFinanceInterestRate: null,
    };
    expect(loanAsSigned(signed, '2026-11-15')).toMatchObject({
      campaignFinanceSignatureDate: '2026-11-10',
      campaignFinanceLoanStartDate: '2026-11-10',
      campaignBorrowedAmount: 1_200_00,
    });
  });

  it('compare the total finance with all fees', () => {
    const compared = { ...full, comparisonRate: null };
    expect(changedComparisonRate(compared, countries.AU)).toEqual({ comparisonRate: 26_33 });
    expect(changedComparisonRate({ ...compared, campaignAdditionalAmount: null }, countries.AU)).toEqual({
      comparisonRate: 28_69,
    });
    const bare = { ...compared, serviceFee: null, budgetOwnerFee: null };
    expect(changedComparisonRate(bare, countries.AU)).toEqual({ comparisonRate: 14_50 });
    expect(
      changedComparisonRate({ ...bare, campaignBudget: null, campaignAdditionalAmount: null }, countries.AU),
    ).toEqual({});
  });
});

describe('the timeline of a loan', () => {
  const country = { longestLoanDays: 180 };
  const dated = { ...empty, propertyWithdrawnFromSaleDate: '2026-12-01', campaignFinanceRepaidDate: '2026-12-05' };

  it('shows the withdrawal and the repayment, by day', () => {
    const reminders = [{ day: '2026-12-01', label: 'Reminder', isOn: true, isSent: false }];
    const events = loanTimeline(dated, reminders, '2026-12-01', country)!;
    expect(events.map(({ day, label, state }) => `${day} ${label} ${state}`)).toEqual([
      '2026-11-01 Loan starts past',
      '2026-12-01 Withdrawn from sale past',
      '2026-12-01 Reminder toCome',
      '2026-12-05 Repaid toCome',
    ]);
  });

  it('is in the order of days, whatever order the reminders are in', () => {
    const reminders = ['2027-01-03', '2026-11-02', '2026-12-24'].map((day) => ({
      day,
      label: 'R',
      isOn: true,
      isSent: false,
    }));
    const days = loanTimeline(dated, reminders, start, country)!.map(({ day }) => day);
    expect(days).toEqual(days.toSorted());
  });
});
