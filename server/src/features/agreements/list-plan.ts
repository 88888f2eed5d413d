import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

export type Counted = { status: AgreementStatus; count: number };
/** Some rows of a run, counted from its nearer end: 'backwards' they are read from the last one. */
export type Stretch = { offset: number; take: number; isBackwards: boolean };
export type Segment = Stretch & { status: AgreementStatus };

/** The stretch of a run of rows that a page covers; read from whichever end is nearer, so that no page is far away. */
export function stretchOf(count: number, from: number, until: number): Stretch | null {
  const first = Math.max(from, 0);
  const end = Math.min(until, count);
  if (first >= end) return null;
  const take = end - first;
  const isBackwards = first > count - end;
  return { offset: isBackwards ? count - end : first, take, isBackwards };
}

/**
 * Where a page of the list by status lies: how many campaigns each status has is known, so that whole statuses are
 * passed over without reading them.
 */
export function segmentsOf(runs: readonly Counted[], offset: number, limit: number): Segment[] {
  const segments: Segment[] = [];
  let before = 0;
  for (const { status, count } of runs) {
    const stretch = stretchOf(count, offset - before, offset + limit - before);
    if (stretch) segments.push({ status, ...stretch });
    before += count;
  }
  return segments;
}
