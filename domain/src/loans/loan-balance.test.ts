import { addDays } from '@kerb/domain/kernel/dates.ts';
import { balanceOn, interestFreeValue, interestStartsOn, type Loan } from '@kerb/domain/loans/loan-balance.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const loan: Loan = {
  budgetCents: 10_000_00,
  additionalCents: 0,
  serviceFeeCents: 550_00,
  caveatFeeCents: 184_00,
  budgetOwnerFeeCents: 0,
  interestRateBasisPoints: 1_450,
  interestFreeDays: 0,
  startDate: '2026-01-01',
};

describe('the cost of a loan on a day', () => {
  // biome-ignore format: a table
  it.each([
    // repaid        today         accrued   ahead   total        estimate
    ['2026-04-01', '2026-04-01',  357_53,       0, 11_091_53,  false],
    ['2026-04-01', '2026-06-01',  357_53,       0, 11_091_53,  false],
    ['2026-04-01', '2026-01-01',       0,  357_53, 11_091_53,  true ],
    ['2026-04-01', '2026-02-01',  123_15,  234_38, 11_091_53,  true ],
    ['2026-01-01', '2026-01-01',       0,       0, 10_734_00,  false],
    ['2025-12-25', '2026-01-01',       0,       0, 10_734_00,  false],
    ['2026-01-02', '2026-01-01',       0,    3_97, 10_737_97,  true ],
  ] as const)('repaid on %s, as of %s', (day, today, accrued, ahead, total, isEstimate) => {
    expect(balanceOn(loan, day, today)).toEqual({
      financedCents: 10_000_00,
      principalAndFeesCents: 10_734_00,
      accruedInterestCents: accrued,
      estimatedInterestCents: ahead,
      totalCents: total,
      repaidCents: 0,
      isEstimate,
    });
  });

  const anyLoan = fc.record({
    budgetCents: fc.nat(100_000_000_00),
    additionalCents: fc.nat(1_000_000_00),
    serviceFeeCents: fc.nat(1_000_000_00),
    caveatFeeCents: fc.nat(1_000_00),
    budgetOwnerFeeCents: fc.nat(10_000_00),
    interestRateBasisPoints: fc.nat(10_000),
    interestFreeDays: fc.nat(365),
    startDate: fc.constantFrom('2026-01-01', '2027-12-31', '2028-02-29', '2026-10-03'),
  });
  const offset = fc.integer({ min: -30, max: 400 });

  it('has the same total whenever it is asked: only the split into owed and estimated changes', () => {
    fc.assert(
      fc.property(anyLoan, offset, offset, offset, (any, due, now, later) => {
        const [day, today, another] = [due, now, later].map((days) => addDays(any.startDate, days)) as [
          string,
          string,
          string,
        ];
        const seen = balanceOn(any, day, today);
        expect(seen.totalCents).toBe(balanceOn(any, day, another).totalCents);
        expect(seen.principalAndFeesCents + seen.accruedInterestCents + seen.estimatedInterestCents).toBe(
          seen.totalCents,
        );
        expect(seen.accruedInterestCents).toBeGreaterThanOrEqual(0);
        expect(seen.estimatedInterestCents).toBeGreaterThanOrEqual(0);
        if (!seen.isEstimate) expect(seen.estimatedInterestCents).toBe(0);
      }),
    );
  });

  it('never charges a day before that day has ended', () => {
    fc.assert(
      fc.property(anyLoan, offset, (any, now) => {
        const today = addDays(any.startDate, now);
        const far = addDays(any.startDate, 500);
        const repaidToday = balanceOn(any, today, today);
        expect(balanceOn(any, far, today).accruedInterestCents).toBe(repaidToday.accruedInterestCents);
      }),
    );
  });

  it('never falls with one more day', () => {
    fc.assert(
      fc.property(anyLoan, offset, (any, days) => {
        const day = addDays(any.startDate, days);
        const total = (when: string) => balanceOn(any, when, any.startDate).totalCents;
        expect(total(addDays(day, 1))).toBeGreaterThanOrEqual(total(day));
      }),
    );
  });
});

describe('interest-free days', () => {
  const free: Loan = { ...loan, interestFreeDays: 30 };

  it('are worth the interest that they save', () => {
    expect(interestFreeValue(free, '2026-04-01')).toBe(357_53 - 238_36);
    expect(interestFreeValue(free, '2026-01-11')).toBe(39_73);
    expect(interestFreeValue(loan, '2026-04-01')).toBe(0);
  });

  it('end on the first day that carries interest', () => {
    expect(interestStartsOn(free)).toBe('2026-01-31');
    expect(interestStartsOn(loan)).toBe('2026-01-01');
    expect(interestStartsOn({ ...loan, interestRateBasisPoints: 0 })).toBeNull();
    expect(balanceOn(free, '2026-01-31', '2026-02-01').accruedInterestCents).toBe(0);
    expect(balanceOn(free, '2026-02-01', '2026-02-01').accruedInterestCents).toBe(3_97);
  });
});
