import { countries } from '@kerb/domain/countries/countries.ts';
import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import {
  type BookedLoan,
  chargedUntil,
  charging,
  feeDayOf,
  feeLines,
  isCharged,
  type LoanPosting,
  type LoanPostings,
  noPostings,
  postedFor,
  postingsBetween,
  wantedPostings,
} from '@kerb/domain/loan-books/loan-postings.ts';
import { balanceOn } from '@kerb/domain/loans/loan-balance.ts';
import { loanOf } from '@kerb/domain/loans/loan-figures.ts';
import { entriesOf } from '@kerb/domain/payments/ledger-moves.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const start = '2026-05-01';
const loan: BookedLoan = {
  status: 'executed',
  financeOptionCode: 'pl',
  campaignBudget: 10_000_00,
  campaignAdditionalAmount: 500_00,
  serviceFee: 550_00,
  caveatFee: 184_00,
  budgetOwnerFee: 20_00,
  budgetOwnerFeeName: null,
  interestRate: 1_450,
  interestFreeDays: 10,
  campaignFinanceSignatureDate: start,
  campaignFinanceDrawdownDate: start,
  campaignFinanceLoanStartDate: start,
  campaignFinanceRepaidDate: null,
  propertySettlementDate: null,
  propertyWithdrawnFromSaleDate: null,
  loanEndDate: null,
  books: { settled: 0, payer: 0, received: 0 },
};
const tax = { gstBasisPoints: 1_000 };

/** The postings of the ledger after further ones. */
function after(posted: LoanPostings, made: readonly LoanPosting[]): LoanPostings {
  const fees = { ...posted.fees };
  const interest = new Map(posted.interest);
  for (const { line, day, moves } of made) {
    const entries = entriesOf(moves);
    const on = (account: string) => entries.find((entry) => entry.account === account)?.amount ?? 0;
    if (line) fees[line] += on('charges');
    else interest.set(day, (interest.get(day) ?? 0) + on('accrued'));
  }
  return { fees, interest };
}

const anyLoan: fc.Arbitrary<BookedLoan> = fc
  .record({
    financeOptionCode: fc.constantFrom('pl' as const, 'pos' as const),
    campaignBudget: fc.nat(1_000_000_00),
    campaignAdditionalAmount: fc.nat(100_000_00),
    serviceFee: fc.nat(100_000_00),
    caveatFee: fc.nat(1_000_00),
    budgetOwnerFee: fc.nat(1_000_00),
    interestRate: fc.nat(10_000),
    interestFreeDays: fc.constantFrom(0, 0, 7, 60),
    campaignFinanceLoanStartDate: fc.integer({ min: -20, max: 20 }).map((days) => addDays(start, days)),
  })
  .map((drawn) => ({ ...loan, ...drawn }));
const anyDay = fc.integer({ min: 0, max: 120 }).map((days) => addDays(start, days));
const given = (wanted: LoanPostings, posted: LoanPostings) => ({
  option: 'pl' as const,
  wanted,
  posted,
  feeDay: start,
});

describe('what the ledger should have of a loan', () => {
  it.each(agreementStatuses.map((status) => [status]))('in %s', (status) => {
    const seen = { today: addDays(start, 5), hasAccount: false };
    const isMeant = charging[status] === 'charged';
    expect(isCharged({ ...loan, status }, seen)).toBe(isMeant);
    expect(isCharged({ ...loan, status }, { ...seen, hasAccount: true })).toBe(isMeant || status === 'complete');
  });

  it('is nothing before the drawdown, without a start and for Pay Upfront', () => {
    const seen = { today: start, hasAccount: true };
    expect(isCharged(loan, seen)).toBe(true);
    expect(isCharged({ ...loan, campaignFinanceDrawdownDate: addDays(start, 1) }, seen)).toBe(false);
    expect(isCharged({ ...loan, campaignFinanceDrawdownDate: null }, seen)).toBe(false);
    expect(isCharged({ ...loan, financeOptionCode: 'pn' }, seen)).toBe(false);
    expect(wantedPostings({ ...loan, financeOptionCode: 'pn' }, [], start)).toEqual(noPostings);
  });

  it('ends with the day of repayment', () => {
    expect(chargedUntil(loan, '2026-06-01')).toBe('2026-06-01');
    expect(chargedUntil({ ...loan, campaignFinanceRepaidDate: '2026-05-20' }, '2026-06-01')).toBe('2026-05-20');
  });

  it.each(Object.values(countries).map(({ code }) => [code]))('is the balance by line on every day, in %s', (code) => {
    const { gstBasisPoints } = countries[code];
    fc.assert(
      fc.property(anyLoan, anyDay, (one, today) => {
        const wanted = wantedPostings(one, [], today);
        const made = postingsBetween(
          { ...given(wanted, noPostings), option: one.financeOptionCode! },
          { gstBasisPoints },
        );
        const ledger = after(noPostings, made);
        const terms = loanOf(one)!;
        const asks = (day: Day) => balanceOn(terms, day, day);
        expect(ledger.fees).toEqual({
          serviceFee: terms.serviceFeeCents,
          caveatFee: terms.caveatFeeCents,
          budgetOwnerFee: terms.budgetOwnerFeeCents,
        });
        for (const day of [terms.startDate, addDays(terms.startDate, 9), today].filter((each) => each <= today)) {
          const accrued = [...ledger.interest].reduce((sum, [of, amount]) => sum + (of < day ? amount : 0), 0);
          expect(accrued).toBe(asks(day).accruedInterestCents);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the postings that bring the ledger in line', () => {
  it('lead from any loan to any other, and the second time there are none', () => {
    fc.assert(
      fc.property(anyLoan, anyLoan, anyDay, (one, other, today) => {
        const [before, wanted] = [wantedPostings(one, [], today), wantedPostings(other, [], today)];
        const posted = after(noPostings, postingsBetween(given(before, noPostings), tax));
        const now = after(posted, postingsBetween(given(wanted, posted), tax));
        expect(now.fees).toEqual(wanted.fees);
        expect(postingsBetween(given(wanted, now), tax)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('are one for each day, of which a second is a change', () => {
    const wanted = { ...noPostings, interest: new Map([['2026-05-11', 4_17]]) };
    const posted = {
      ...noPostings,
      interest: new Map([
        ['2026-05-11', 4_00],
        ['2026-05-12', 4_17],
      ]),
    };
    const event = ({ event: name, day, moves }: LoanPosting) => [name, day, moves[0]?.move, moves[0]?.amounts];
    expect(postingsBetween(given(wanted, noPostings), tax).map(event)).toEqual([
      ['interest', '2026-05-11', 'accrue', { amount: 4_17 }],
    ]);
    expect(postingsBetween(given(wanted, posted), tax).map(event)).toEqual([
      ['interest-change', '2026-05-11', 'accrue', { amount: 17 }],
      ['interest-change', '2026-05-12', 'unaccrue', { amount: 4_17 }],
    ]);
  });

  it('take the tax of a Pay On Success fee along, and no other fee has tax', () => {
    const fees = (serviceFee: number) => ({
      ...noPostings,
      fees: { ...noPostings.fees, serviceFee, caveatFee: 184_00 },
    });
    const made = (option: 'pl' | 'pos', wanted: LoanPostings, posted: LoanPostings) =>
      postingsBetween({ ...given(wanted, posted), option }, tax).map(({ moves }) => moves[0]);
    expect(made('pos', fees(504_00), noPostings)).toEqual([
      { move: 'charge', amounts: { amount: 504_00, income: 458_18, tax: 45_82 } },
      { move: 'charge', amounts: { amount: 184_00, income: 184_00, tax: 0 } },
    ]);
    expect(made('pos', fees(1_00), fees(504_00))).toEqual([
      { move: 'uncharge', amounts: { amount: 503_00, income: 457_27, tax: 45_73 } },
    ]);
    expect(made('pl', fees(504_00), noPostings)[0]?.amounts).toEqual({ amount: 504_00, income: 504_00, tax: 0 });
    expect(feeLines).toHaveLength(3);
  });

  it('take fees from a day that is no longer the start, and charge them for the start', () => {
    const fees = [{ line: 'serviceFee', day: '2026-05-03', amount: 504_00 } as const];
    const posted = postedFor(start, { fees, interest: new Map() });
    const wanted = { ...noPostings, fees: { ...noPostings.fees, serviceFee: 504_00 } };
    const made = postingsBetween({ ...given(wanted, posted), option: 'pos' }, tax);
    const amounts = { amount: 504_00, income: 458_18, tax: 45_82 };
    expect(made.map(({ day, line, moves }) => [day, line, moves])).toEqual([
      [start, 'serviceFee', [{ move: 'charge', amounts }]],
      ['2026-05-03', 'serviceFee', [{ move: 'uncharge', amounts }]],
    ]);
    const loanOfLater = { startDate: '2026-06-01' };
    expect(feeDayOf(loanOfLater, { fees, interest: new Map() }, '2026-05-20')).toBe('2026-05-03');
    expect(feeDayOf(loanOfLater, { fees, interest: new Map() }, '2026-06-01')).toBe('2026-06-01');
    expect(feeDayOf(null, { fees, interest: new Map() }, '2026-05-20')).toBe('2026-05-20');
  });
});
