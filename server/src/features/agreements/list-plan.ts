import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

export type Counted = { status: AgreementStatus; count: number };
/** A range of rows, counted from its nearer end. If 'backwards', they are read from the last row. */
export type RowRange = { offset: number; take: number; isBackwards: boolean };
export type Segment = RowRange & { status: AgreementStatus };

/** The range of rows that a page covers, read from the nearer end, so that late pages are fast too. */
export function rowRangeOf(count: number, from: number, until: number): RowRange | null {
  const first = Math.max(from, 0);
  const end = Math.min(until, count);
  if (first >= end) return null;
  const take = end - first;
  const isBackwards = first > count - end;
  return { offset: isBackwards ? count - end : first, take, isBackwards };
}

/**
 * The position of a page in the list by status. The number of campaigns in each status is known, so whole statuses are
 * skipped without reading them.
 */
export function segmentsOf(runs: readonly Counted[], offset: number, limit: number): Segment[] {
  const segments: Segment[] = [];
  let before = 0;
  for (const { status, count } of runs) {
    const stretch = rowRangeOf(count, offset - before, offset + limit - before);
    if (stretch) segments.push({ status, ...stretch });
    before += count;
  }
  return segments;
}
