import { addDays } from '@kerb/domain/kernel/dates.ts';
import { balanceOn } from '@kerb/domain/loans/loan-balance.ts';
import { feesOf, interestByDay, owedBy, type Receipt, runLoan } from '@kerb/domain/loans/loan-run.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const anyLoan = fc.record({
  budgetCents: fc.nat(10_000_000_00),
  additionalCents: fc.nat(1_000_000_00),
  serviceFeeCents: fc.nat(1_000_000_00),
  caveatFeeCents: fc.nat(1_000_00),
  budgetOwnerFeeCents: fc.nat(10_000_00),
  interestRateBasisPoints: fc.nat(10_000),
  interestFreeDays: fc.constantFrom(0, 0, 1, 30, 120, 365),
  startDate: fc.constantFrom('2026-01-01', '2027-12-31', '2028-02-29', '2026-10-03'),
});
type AnyLoan = typeof anyLoan extends fc.Arbitrary<infer One> ? One : never;
const offset = fc.integer({ min: 0, max: 400 });
const anyReceipts = fc.array(fc.record({ days: offset, amount: fc.integer({ min: 1, max: 3_000_000_00 }) }), {
  maxLength: 5,
});

const dated = (loan: AnyLoan, drawn: readonly { days: number; amount: number }[]): Receipt[] =>
  drawn
    .toSorted((one, other) => one.days - other.days)
    .map(({ days, amount }) => ({ day: addDays(loan.startDate, days), amount }));
const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, each) => total + each, 0);

describe('a loan from its start to a day', () => {
  it('owes what the agreement’s formula says on every day, while nothing was repaid', () => {
    fc.assert(
      fc.property(anyLoan, offset, (loan, days) => {
        const day = addDays(loan.startDate, days);
        expect(owedBy(runLoan(loan, [], day))).toBe(balanceOn(loan, day, day).totalCents);
      }),
    );
  });

  it('earns interest by day, and the days add up to the formula on every day', () => {
    fc.assert(
      fc.property(anyLoan, fc.integer({ min: 0, max: 200 }), (loan, days) => {
        const byDay = interestByDay(loan, [], addDays(loan.startDate, days));
        let posted = 0;
        for (let at = 0; at <= days; at += 1) {
          const day = addDays(loan.startDate, at);
          expect(posted).toBe(balanceOn(loan, day, day).accruedInterestCents);
          posted += byDay.get(day) ?? 0;
        }
      }),
      { numRuns: 30 },
    );
  });

  it('loses no cent of a receipt, and takes fees, then interest, then principal', () => {
    fc.assert(
      fc.property(anyLoan, anyReceipts, offset, (loan, drawn, days) => {
        const receipts = dated(loan, drawn);
        const until = addDays(loan.startDate, days);
        const run = runLoan(loan, receipts, until);
        for (const [at, { fees, interest, principal, over }] of run.allocations.entries()) {
          const counted = receipts[at]!.day <= until ? receipts[at]!.amount : 0;
          expect(fees + interest + principal + over).toBe(counted);
          expect(Math.min(fees, interest, principal, over)).toBeGreaterThanOrEqual(0);
        }
        const taken = sum(run.allocations.map(({ fees, interest, principal }) => fees + interest + principal));
        const financed = loan.budgetCents + loan.additionalCents;
        expect(owedBy(run)).toBe(financed + feesOf(loan) + run.interestCharged - taken);
        const [first] = run.allocations;
        if (first && first.interest + first.principal > 0) expect(first.fees).toBe(feesOf(loan));
      }),
    );
  });

  it('posts by day exactly the interest that it charges, also with receipts', () => {
    fc.assert(
      fc.property(anyLoan, anyReceipts, fc.integer({ min: 0, max: 200 }), (loan, drawn, days) => {
        const [receipts, until] = [dated(loan, drawn), addDays(loan.startDate, days)];
        const { interestCharged } = runLoan(loan, receipts, until);
        expect(sum(interestByDay(loan, receipts, until).values())).toBe(interestCharged);
      }),
      { numRuns: 50 },
    );
  });

  it('is repaid by its balance of the day, and earns nothing from then on', () => {
    fc.assert(
      fc.property(anyLoan, offset, fc.nat(300), (loan, days, more) => {
        const day = addDays(loan.startDate, days);
        const receipts = [{ day, amount: balanceOn(loan, day, day).totalCents }];
        const run = runLoan(loan, receipts, addDays(day, more));
        expect([owedBy(run), run.allocations[0]?.over]).toEqual([0, 0]);
      }),
    );
  });

  it('bears less interest after a part of the principal was repaid, from that day on', () => {
    const loan = {
      budgetCents: 10_000_00,
      additionalCents: 0,
      serviceFeeCents: 550_00,
      caveatFeeCents: 184_00,
      budgetOwnerFeeCents: 0,
      interestRateBasisPoints: 1_450,
      interestFreeDays: 0,
      startDate: '2026-01-01',
    };
    // 31 days bear 123.15. Of 5,857.15, 734.00 are fees, 123.15 interest and 5,000.00 principal.
    const run = runLoan(loan, [{ day: '2026-02-01', amount: 5_857_15 }], '2026-03-01');
    expect(run.allocations).toEqual([{ fees: 734_00, interest: 123_15, principal: 5_000_00, over: 0 }]);
    // 28 days on 5,000: 10,000 × 0.145 × 31 / 365 + 5,000 × 0.145 × 28 / 365 = 178.767…, rounded once.
    expect(run).toMatchObject({ fees: 0, interest: 55_62, principal: 5_000_00, interestCharged: 178_77 });
  });
});
