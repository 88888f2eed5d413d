import { addDays } from '@kerb/domain/kernel/dates.ts';
import { arrearsGroupNames, arrearsGroups, arrearsOf } from '@kerb/domain/loans/arrears.ts';
import { describe, expect, it } from 'vitest';

const due = '2026-06-01';
const after = (days: number, owed = 100_00) => arrearsOf({ due, owed }, addDays(due, days));

describe('arrears', () => {
  // biome-ignore format: a table
  it.each([
    [0, null], [1, 'days-1-30'], [30, 'days-1-30'], [31, 'days-31-60'], [60, 'days-31-60'], [61, 'days-61-90'],
    [90, 'days-61-90'], [91, 'over-90'], [900, 'over-90'],
  ] as const)('%i days after the due day', (days, group) => {
    expect(after(days)?.group ?? null).toBe(group);
  });

  it('are none before the due day, without one, and if nothing is owed', () => {
    expect([after(-1), after(40, 0), arrearsOf({ due: null, owed: 1 }, due)]).toEqual([null, null, null]);
    expect(after(40)).toEqual({ dueDate: due, daysPastDue: 40, group: 'days-31-60', amount: 100_00 });
  });

  it('groups follow each other without a gap', () => {
    const rows = arrearsGroupNames.map((name) => arrearsGroups[name]);
    for (const [at, { from }] of rows.entries()) expect(from).toBe((rows[at - 1]?.to ?? 0) + 1);
    expect(rows.map(({ label }) => label)).toEqual(['1–30 days', '31–60 days', '61–90 days', 'Over 90 days']);
  });
});
