import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import {
  type Age,
  ageOf,
  ages,
  type DashboardBucket,
  type DashboardLine,
  dashboardBuckets,
  dashboardLines,
  isIn,
} from '@kerb/domain/dashboard/buckets.ts';
import { type Moment, wholeDaysSince } from '@kerb/domain/kernel/dates.ts';

export type Waited = { row: AgreementRow; days: number | null };
export type Waiting = Waited & { bucket: DashboardBucket; age: Age };
export type Segment = { age: Age; waiting: Waiting[] };
export type Bar = { bucket: DashboardBucket; total: number; segments: Segment[] };

/** Oldest first, because users look for campaigns that are stuck. */
export const agesOldestFirst = ages.toReversed();

/** The longest wait first; campaigns without a date come before all others. */
const longestFirst = (one: Waited, other: Waited): number =>
  (other.days ?? Number.POSITIVE_INFINITY) - (one.days ?? Number.POSITIVE_INFINITY) || other.row.id - one.row.id;

const daysSince = (since: Moment | null, now: Moment): number | null =>
  since === null ? null : wholeDaysSince(since, now);

function waitingIn(bucket: DashboardBucket, rows: readonly AgreementRow[], now: Moment): Waiting[] {
  return rows
    .filter((row) => isIn(bucket, row))
    .map((row) => ({ row, bucket, age: ageOf(bucket, row, now), days: daysSince(row[bucket.since], now) }))
    .toSorted(longestFirst);
}

export type Line = { line: DashboardLine; waiting: Waited[] };

/** The lines below the bars that have campaigns. Their age has no colour: nobody is late to sign. */
export const linesOf = (rows: readonly AgreementRow[], now: Moment): Line[] =>
  dashboardLines
    .map((line) => ({
      line,
      waiting: rows
        .filter(line.holds)
        .map((row) => ({ row, days: daysSince(row.applicationApprovedDate, now) }))
        .toSorted(longestFirst),
    }))
    .filter(({ waiting }) => waiting.length > 0);

/** The bars of a dashboard. A bar has no segment for an age without campaigns. */
export function barsOf(rows: readonly AgreementRow[], now: Moment): Bar[] {
  return dashboardBuckets.map((bucket) => {
    const waiting = waitingIn(bucket, rows, now);
    const segments = agesOldestFirst.map((age) => ({ age, waiting: waiting.filter((item) => item.age === age) }));
    return { bucket, total: waiting.length, segments: segments.filter((segment) => segment.waiting.length > 0) };
  });
}

export type Chosen = { bar: DashboardBucket['status'] | DashboardLine['name']; age?: Age | undefined };

const allIn = (bars: readonly Bar[]): Waiting[] =>
  bars.flatMap(({ segments }) => segments.flatMap(({ waiting }) => waiting)).toSorted(longestFirst);

/** The campaigns of a segment; without an age, of the whole bar. */
export const waitingAt = (bars: readonly Bar[], { bar, age }: Chosen): Waiting[] =>
  allIn(bars.filter(({ bucket }) => bucket.status === bar)).filter((item) => age === undefined || item.age === age);

export const stuck = (bars: readonly Bar[]): Waiting[] => allIn(bars).filter(({ age }) => age === 'red');

export function waitText({ days }: Pick<Waiting, 'days'>): string {
  if (days === null) return 'Waiting, since when is not known';
  return days < 1 ? 'Waiting since today' : `Waiting ${days} ${days === 1 ? 'day' : 'days'}`;
}
