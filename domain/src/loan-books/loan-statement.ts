import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { feeLines } from '@kerb/domain/loan-books/loan-postings.ts';

export const statementKinds = ['drawdown', 'fee', 'interest', 'repayment', 'write-off'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** What one day added to a loan (positive) or took from it (negative), as the ledger has it now. */
export type StatementRow = {
  day: Day;
  kind: StatementKind;
  /** The fee, or the number of the payment. */
  name: string | null;
  amount: Cents;
};

/** A line of a statement. Interest of days in a row is one line. `balance` is what is owed after it. */
export type StatementLine = StatementRow & { until: Day | null; balance: Cents };

export type LoanStatement = {
  from: Day;
  to: Day;
  opening: Cents;
  lines: StatementLine[];
  /** What is owed at the end of the last day, with its interest. */
  closing: Cents;
};

/** On one day the loan is drawn, its fees are charged, money repays it, and the day ends with its interest. */
const order: Record<StatementKind, number> = { drawdown: 0, fee: 1, repayment: 2, 'write-off': 3, interest: 4 };

/** Fees in the order of the balance, payments by their number. */
function byName({ kind, name: one }: StatementRow, { name: other }: StatementRow): number {
  const places: readonly (string | null)[] = feeLines;
  if (kind === 'fee') return places.indexOf(one) - places.indexOf(other);
  return Number(one?.slice(1) ?? 0) - Number(other?.slice(1) ?? 0);
}

const byDay = (one: StatementRow, other: StatementRow): number =>
  one.day.localeCompare(other.day) || order[one.kind] - order[other.kind] || byName(one, other);

const sum = (rows: readonly StatementRow[]): Cents => rows.reduce((total, { amount }) => total + amount, 0);

/** Adds the interest of a day to the line of the day before, if that is the last line. */
function joined(lines: StatementRow[], row: StatementRow, ends: Map<StatementRow, Day>): void {
  const last = lines.at(-1);
  const isNext =
    last?.kind === 'interest' && row.kind === 'interest' && addDays(ends.get(last) ?? last.day, 1) === row.day;
  if (!last || !isNext) {
    lines.push({ ...row });
    return;
  }
  last.amount += row.amount;
  ends.set(last, row.day);
}

/** The statement of a loan for a period, both days included. */
export function loanStatement(rows: readonly StatementRow[], { from, to }: { from: Day; to: Day }): LoanStatement {
  const opening = sum(rows.filter(({ day }) => day < from));
  const within = rows.filter(({ day }) => day >= from && day <= to).toSorted(byDay);
  const [merged, ends] = [[] as StatementRow[], new Map<StatementRow, Day>()];
  for (const row of within) joined(merged, row, ends);
  let balance = opening;
  const lines = merged.map((row): StatementLine => {
    balance += row.amount;
    return { ...row, until: ends.get(row) ?? null, balance };
  });
  return { from, to, opening, lines, closing: balance };
}
