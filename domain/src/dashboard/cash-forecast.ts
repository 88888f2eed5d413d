import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

export const forecastWeeks = 13;

/** What is paid out, and what comes in. */
export const outLines = ['drawdowns', 'batches', 'organisations'] as const;
export const inLines = ['loans', 'invoices'] as const;
export const cashLines = [...outLines, ...inLines] as const;
export type CashLine = (typeof cashLines)[number];
// biome-ignore format: a table
export const cashLabels: Record<CashLine, string> = {
  drawdowns:     'Approved loans',
  batches:       'In batches',
  organisations: 'Owed to organisations',
  loans:         'Loans due',
  invoices:      'Invoices',
};

/** Money that is expected on a day. Without a day nobody knows when. */
export type ExpectedCash = {
  line: CashLine;
  day: Day | null;
  campaigns: number;
  amount: Cents;
  /** The part of the amount that the ledger does not have yet: interest of the days until the due day. */
  ahead?: Cents;
};

/** 'late' is before today, 'later' after the last week, 'undated' has no day. */
export const spanKinds = ['late', 'week', 'later', 'undated'] as const;
export type SpanKind = (typeof spanKinds)[number];
export type Span = { kind: SpanKind; from: Day | null; to: Day | null };

/** The days before today, 13 weeks, and the rest. Weeks start on Monday; the first starts today. */
export function spansFrom(today: Day): Span[] {
  const monday = addDays(today, 1 - Temporal.PlainDate.from(today).dayOfWeek);
  const weeks = Array.from({ length: forecastWeeks }, (_, week) => ({
    kind: 'week' as const,
    from: week === 0 ? today : addDays(monday, 7 * week),
    to: addDays(monday, 7 * week + 6),
  }));
  return [
    { kind: 'late', from: null, to: addDays(today, -1) },
    ...weeks,
    { kind: 'later', from: addDays(monday, 7 * forecastWeeks), to: null },
    { kind: 'undated', from: null, to: null },
  ];
}

const isOut = (line: CashLine): boolean => (outLines as readonly CashLine[]).includes(line);

const isWithin = (day: Day, { from, to }: Span): boolean =>
  (from === null || day >= from) && (to === null || day <= to);

/** Money that we pay out is never late: what should have gone goes now. */
function spanOf({ line, day }: ExpectedCash, spans: readonly Span[], today: Day): Span | undefined {
  if (day === null) return spans.find(({ kind }) => kind === 'undated');
  const expected = isOut(line) && day < today ? today : day;
  return spans.find((span) => span.kind !== 'undated' && isWithin(expected, span));
}

export type CashAmounts = Record<CashLine, Cents> & { ahead: Cents; out: Cents; in: Cents; net: Cents };

function amountsOf(expected: readonly ExpectedCash[]): CashAmounts {
  const sum = (line: CashLine) =>
    expected.filter((each) => each.line === line).reduce((total, { amount }) => total + amount, 0);
  const lines = Object.fromEntries(cashLines.map((line) => [line, sum(line)])) as Record<CashLine, Cents>;
  const total = (names: readonly CashLine[]) => names.reduce((cents, name) => cents + lines[name], 0);
  const [out, into] = [total(outLines), total(inLines)];
  const ahead = expected.reduce((cents, each) => cents + (each.ahead ?? 0), 0);
  return { ...lines, ahead, out, in: into, net: into - out };
}

export type CashForecast = { spans: (Span & CashAmounts)[]; total: CashAmounts };

/** The money that is expected, by week. Each amount is in one span. */
export function cashForecast(expected: readonly ExpectedCash[], today: Day): CashForecast {
  const spans = spansFrom(today);
  const by = Map.groupBy(expected, (each) => spanOf(each, spans, today));
  return {
    spans: spans.map((span) => ({ ...span, ...amountsOf(by.get(span) ?? []) })),
    total: amountsOf(expected),
  };
}
