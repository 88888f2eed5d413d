import { countries } from '@kerb/domain/countries/countries.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import {
  type BookedReceipt,
  closedOn,
  decideRepayment,
  decideSmallWriteOff,
  decideWriteOff,
  dividedSum,
  dividingMove,
  divisions,
  inOrder,
} from '@kerb/domain/loan-books/repayments.ts';
import type { Loan } from '@kerb/domain/loans/loan-balance.ts';
import { balanceByLine, derivedFields, type LoanFields, loanOf, owedOn } from '@kerb/domain/loans/loan-figures.ts';
import { owedBy, runLoan } from '@kerb/domain/loans/loan-run.ts';
import { emptyBooks } from '@kerb/domain/payments/campaign-money.ts';
import { entriesOf } from '@kerb/domain/payments/ledger-moves.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const start = '2026-11-01';
const loan: Loan = {
  budgetCents: 10_000_00,
  additionalCents: 0,
  serviceFeeCents: 550_00,
  caveatFeeCents: 184_00,
  budgetOwnerFeeCents: 0,
  interestRateBasisPoints: 1_450,
  interestFreeDays: 0,
  startDate: start,
};
const fields: LoanFields = {
  financeOptionCode: 'pl',
  campaignBudget: 10_000_00,
  campaignAdditionalAmount: 0,
  serviceFee: 550_00,
  caveatFee: 184_00,
  budgetOwnerFee: 0,
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
  books: emptyBooks,
};
const receipt = (
  key: string,
  day: string,
  amount: number,
  kind: BookedReceipt['kind'] = 'repayment',
): BookedReceipt => ({
  ...{ key, day, amount, kind, at: Number(key.slice(1)) },
});

describe('repayments', () => {
  it('are in order by day, money before what is written off, and then by number', () => {
    const all = [
      receipt('W1', '2026-11-05', 1, 'write-off'),
      receipt('P12', '2026-11-05', 1),
      receipt('P9', '2026-11-05', 1),
      receipt('P10', '2026-11-04', 1),
    ];
    expect(all.toSorted(inOrder).map(({ key }) => key)).toEqual(['P10', 'P9', 'P12', 'W1']);
  });

  it('of a loan that is not charged repay nothing', () => {
    const all = [receipt('P1', '2026-11-05', 500_00)];
    expect(divisions(null, all, '2026-11-10').get('P1')).toEqual({ fees: 0, interest: 0, principal: 0, recovered: 0 });
  });

  it('after the last charged day count on that day', () => {
    const all = [receipt('P1', '2026-11-20', 20_000_00)];
    // 14 days bear 55.62.
    expect(divisions(loan, all, '2026-11-15').get('P1')).toEqual({
      fees: 734_00,
      interest: 55_62,
      principal: 10_000_00,
      recovered: 0,
    });
  });

  it('close the loan on the day of the money that pays the rest', () => {
    const part = { day: '2026-11-05', amount: 1_000_00 };
    expect(closedOn(loan, [part])).toBeNull();
    const rest = owedOn(
      { ...fields, books: { ...emptyBooks, receipts: [part] } },
      { ...loan, receipts: [part] },
      '2026-11-15',
      '2026-11-15',
    );
    expect(closedOn(loan, [part, { day: '2026-11-15', amount: rest - 1 }])).toBeNull();
    expect(closedOn(loan, [part, { day: '2026-11-15', amount: rest }, { day: '2026-11-20', amount: 5 }])).toBe(
      '2026-11-15',
    );
  });

  it('take principal that was transferred first, and give it back only as far as it is kept', () => {
    const books = { ...emptyBooks, loans: 600_00, agreed: 400_00, organisation: -400_00 };
    const divided = { fees: 1_00, interest: 2_00, principal: 700_00, recovered: 0 };
    expect(dividingMove('repay', divided, books).amounts).toEqual({
      ...{ amount: 703_00, fees: 1_00, interest: 2_00, principal: 600_00, early: 100_00 },
    });
    const paidOut = { ...emptyBooks, loans: 0, agreed: 0, organisation: 0, transit: 0 };
    expect(dividingMove('unrepay', divided, paidOut).amounts).toMatchObject({ principal: 700_00, early: 0 });
    const kept = { ...emptyBooks, agreed: 300_00, organisation: -400_00 };
    expect(dividingMove('unrepay', divided, kept).amounts).toMatchObject({ principal: 600_00, early: 100_00 });
    for (const move of ['repay', 'unrepay', 'writeOff', 'unwriteOff'] as const) {
      const sum = entriesOf([dividingMove(move, divided, books)]).reduce((total, { amount }) => total + amount, 0);
      expect(sum).toBe(0);
    }
    expect(dividedSum(divided)).toBe(703_00);
    expect(dividedSum({ ...divided, recovered: 5_00 })).toBe(708_00);
  });

  it('recover what was written off, and only that, if they come afterwards', () => {
    const owed = owedBy(runLoan(loan, [], '2026-11-10'));
    const written = { key: 'W1', kind: 'write-off', at: 1, day: '2026-11-10', amount: owed } as const;
    const money = (at: number, day: string, amount: number) =>
      ({ key: `P${at}`, kind: 'repayment', at, day, amount }) as const;
    const all = [written, money(1, '2026-11-12', 100_00), money(2, '2026-11-14', owed)].toSorted(inOrder);
    const divided = divisions(loan, all, '2026-11-10');
    expect(divided.get('P1')).toEqual({ fees: 0, interest: 0, principal: 0, recovered: 100_00 });
    expect(divided.get('P2')).toEqual({ fees: 0, interest: 0, principal: 0, recovered: owed - 100_00 });
    const before = divisions(loan, [money(1, '2026-11-09', 100_00), { ...written, amount: owed }], '2026-11-10');
    expect(before.get('P1')?.recovered).toBe(0);
  });

  it('are only for a drawn loan, of a day between its start and today', () => {
    const today = '2026-11-15';
    const verdict = (change: object, date = today) => {
      const decided = decideRepayment({ ...fields, status: 'executed', ...change }, date, { today });
      return decided.ok ? null : decided.code;
    };
    expect(verdict({})).toBeNull();
    expect(verdict({}, start)).toBeNull();
    expect(verdict({}, '2026-11-16')).toBe('repayment-date');
    expect(verdict({}, '2026-10-31')).toBe('repayment-date');
    expect(verdict({ campaignFinanceDrawdownDate: '2026-11-10' }, '2026-11-09')).toBe('repayment-date');
    expect(verdict({ campaignFinanceDrawdownDate: null })).toBe('not-drawn');
    expect(verdict({ status: 'cancelled' })).toBe('not-drawn');
    expect(verdict({ financeOptionCode: 'pn' })).toBe('not-drawn');
  });

  it('leave at most 99 cents to write off', () => {
    const code = (owed: number) => {
      const decided = decideSmallWriteOff(owed, countries.AU);
      return decided.ok ? decided.value : decided.code;
    };
    expect([0, 1, 99, 100].map(code)).toEqual(['nothing-owed', 1, 99, 'rest-too-large']);
  });
});

describe('the figures of a loan that was repaid in part', () => {
  const anyReceipts = fc.array(
    fc.record({ days: fc.integer({ min: 0, max: 60 }), amount: fc.integer({ min: 1, max: 6_000_00 }) }),
    { minLength: 1, maxLength: 4 },
  );

  it('state the rest, of which the lines are the parts', () => {
    fc.assert(
      fc.property(anyReceipts, fc.integer({ min: 0, max: 90 }), (drawn, days) => {
        const receipts = drawn
          .toSorted((one, other) => one.days - other.days)
          .map(({ days: at, amount }) => ({ day: addDays(start, at), amount }));
        const campaign = { ...fields, books: { ...emptyBooks, receipts } };
        const own = loanOf(campaign)!;
        const today = addDays(start, 70);
        const balance = balanceByLine(campaign, own, { day: addDays(start, days), today }, countries.AU);
        expect(balance.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance.total);
        expect(balance.total).toBeGreaterThanOrEqual(0);
        expect(owedOn(campaign, own, balance.day, today)).toBe(balance.total);
      }),
    );
  });

  it('state what the loan cost once it is repaid', () => {
    const receipts = [{ day: '2026-11-15', amount: 10_789_62 }];
    const repaid = { ...fields, campaignFinanceRepaidDate: '2026-11-15', books: { ...emptyBooks, receipts } };
    expect(derivedFields(repaid, '2026-12-01', countries.AU)).toMatchObject({
      campaignFinanceTotalDue: 10_789_62,
      campaignFinanceTotalInterest: 55_62,
    });
  });

  it('of a dollar or more needs a second person', () => {
    const codeOf = (owed: number) => {
      const decided = decideWriteOff(owed, countries.AU);
      return decided.ok ? decided.value : decided.code;
    };
    expect([codeOf(0), codeOf(99), codeOf(1_00), codeOf(5_000_00)]).toEqual([
      'nothing-owed',
      'rest-too-small',
      1_00,
      5_000_00,
    ]);
  });
});
