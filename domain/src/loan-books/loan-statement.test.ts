import { addDays } from '@kerb/domain/kernel/dates.ts';
import { loanStatement, type StatementRow } from '@kerb/domain/loan-books/loan-statement.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const row = (day: string, kind: StatementRow['kind'], amount: number, name: string | null = null): StatementRow => ({
  ...{ day, kind, amount, name },
});
const rows = [
  row('2026-11-03', 'interest', 3_97),
  row('2026-11-01', 'interest', 3_97),
  row('2026-11-02', 'interest', 3_98),
  row('2026-11-01', 'fee', 550_00, 'serviceFee'),
  row('2026-11-01', 'drawdown', 10_000_00),
  row('2026-11-04', 'repayment', -5_000_00, 'P7'),
  row('2026-11-04', 'interest', 2_20),
];

describe('the statement of a loan', () => {
  it('joins the interest of days in a row, and says what is owed after each line', () => {
    const { opening, lines, closing } = loanStatement(rows, { from: '2026-11-01', to: '2026-11-30' });
    expect([opening, closing]).toEqual([0, 5_564_12]);
    expect(lines.map(({ day, until, kind, amount, balance }) => [day, until, kind, amount, balance])).toEqual([
      ['2026-11-01', null, 'drawdown', 10_000_00, 10_000_00],
      ['2026-11-01', null, 'fee', 550_00, 10_550_00],
      ['2026-11-01', '2026-11-03', 'interest', 11_92, 10_561_92],
      ['2026-11-04', null, 'repayment', -5_000_00, 5_561_92],
      ['2026-11-04', null, 'interest', 2_20, 5_564_12],
    ]);
  });

  it('begins with what was owed before, and a statement after it begins where it ends', () => {
    const [first, second] = [
      loanStatement(rows, { from: '2026-11-01', to: '2026-11-02' }),
      loanStatement(rows, { from: '2026-11-03', to: '2026-11-04' }),
    ];
    expect(first.closing).toBe(10_557_95);
    expect([second.opening, second.closing]).toEqual([first.closing, 5_564_12]);
  });

  it('adds up for any rows and any period', () => {
    const anyRow = fc
      .record({
        days: fc.nat(40),
        kind: fc.constantFrom('fee' as const, 'interest' as const, 'repayment' as const),
        amount: fc.integer({ min: -500, max: 500 }),
      })
      .map(({ days, kind, amount }) => row(addDays('2026-11-01', days), kind, amount));
    fc.assert(
      fc.property(fc.array(anyRow), fc.nat(40), fc.nat(20), (all, start, length) => {
        const from = addDays('2026-11-01', start);
        const { opening, lines, closing } = loanStatement(all, { from, to: addDays(from, length) });
        expect(lines.reduce((total, { amount }) => total + amount, opening)).toBe(closing);
        expect(lines.at(-1)?.balance ?? opening).toBe(closing);
      }),
    );
  });
});
