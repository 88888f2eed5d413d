import { type Day, daysBetween } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';

/** How long a loan is past due, in days. The last group has no end. */
// biome-ignore format: a table
export const arrearsGroups = {
  'days-1-30':  { label: '1–30 days',    from: 1,  to: 30 },
  'days-31-60': { label: '31–60 days',   from: 31, to: 60 },
  'days-61-90': { label: '61–90 days',   from: 61, to: 90 },
  'over-90':    { label: 'Over 90 days', from: 91, to: null },
} as const satisfies Record<string, { label: string; from: number; to: number | null }>;
export type ArrearsGroup = keyof typeof arrearsGroups;
export const arrearsGroupNames = Object.keys(arrearsGroups) as [ArrearsGroup, ...ArrearsGroup[]];

export type Arrears = { dueDate: Day; daysPastDue: number; group: ArrearsGroup; amount: Cents };

const groupOf = (days: number): ArrearsGroup =>
  arrearsGroupNames.findLast((name) => days >= arrearsGroups[name].from) ?? 'days-1-30';

/** What is past due; null if nothing is owed, or the due day has not passed. The due day itself is in time. */
export function arrearsOf({ due, owed }: { due: Day | null; owed: Cents }, today: Day): Arrears | null {
  if (due === null || owed <= 0 || today <= due) return null;
  const daysPastDue = daysBetween(due, today);
  return { dueDate: due, daysPastDue, group: groupOf(daysPastDue), amount: owed };
}
