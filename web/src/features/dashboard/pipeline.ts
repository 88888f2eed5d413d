import type { AgreementRow } from '@kerb/domain/agreements/agreements.contract.ts';
import { type Age, ageOf, ages, type DashboardBucket, dashboardBuckets } from '@kerb/domain/dashboard/buckets.ts';
import { type Moment, wholeDaysSince } from '@kerb/domain/kernel/dates.ts';

export type Waiting = { row: AgreementRow; bucket: DashboardBucket; age: Age; days: number | null };
export type Segment = { age: Age; waiting: Waiting[] };
export type Bar = { bucket: DashboardBucket; total: number; segments: Segment[] };

/** Oldest first, because users look for campaigns that are stuck. */
export const agesOldestFirst = ages.toReversed();

/** The longest wait first; campaigns without a date come before all others. */
const longestFirst = (one: Waiting, other: Waiting): number =>
  (other.days ?? Number.POSITIVE_INFINITY) - (one.days ?? Number.POSITIVE_INFINITY) || other.row.id - one.row.id;

function waitingIn(bucket: DashboardBucket, rows: readonly AgreementRow[], now: Moment): Waiting[] {
  return rows
    .filter((row) => row.status === bucket.status)
    .map((row) => {
      const since = row[bucket.since];
      return { row, bucket, age: ageOf(bucket, row, now), days: since === null ? null : wholeDaysSince(since, now) };
    })
    .toSorted(longestFirst);
}

/** The bars of a dashboard. A bar has no segment for an age without campaigns. */
export function barsOf(rows: readonly AgreementRow[], now: Moment): Bar[] {
  return dashboardBuckets.map((bucket) => {
    const waiting = waitingIn(bucket, rows, now);
    const segments = agesOldestFirst.map((age) => ({ age, waiting: waiting.filter((item) => item.age === age) }));
    return { bucket, total: waiting.length, segments: segments.filter((segment) => segment.waiting.length > 0) };
  });
}

export type Chosen = { bar: DashboardBucket['status']; age?: Age | undefined };

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
