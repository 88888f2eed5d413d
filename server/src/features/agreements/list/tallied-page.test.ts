import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import {
  type Counted,
  type RowRange,
  rowRangeOf,
  segmentsOf,
} from '@kerb/server/features/agreements/list/tallied-page.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const rowsOf = ({ status, count }: Counted) => Array.from({ length: count }, (_, place) => `${status} ${place}`);

function read<Row>(rows: readonly Row[], { offset, take, isBackwards }: RowRange): Row[] {
  const scanned = isBackwards ? rows.toReversed() : rows;
  const taken = scanned.slice(offset, offset + take);
  return isBackwards ? taken.toReversed() : taken;
}

const runs = fc
  .array(fc.nat(40), { minLength: 1, maxLength: agreementStatuses.length })
  .map((counts) => counts.map((count, place) => ({ status: agreementStatuses[place]!, count })));

describe('the position of a page', () => {
  it('is the same range counted from either end, and never reads more than half the rows', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(250), fc.integer({ min: 1, max: 60 }), (count, offset, limit) => {
        const rows = Array.from({ length: count }, (_, place) => place);
        const stretch = rowRangeOf(count, offset, offset + limit);
        expect(stretch ? read(rows, stretch) : []).toEqual(rows.slice(offset, offset + limit));
        expect(stretch?.offset ?? 0).toBeLessThanOrEqual(count / 2);
      }),
    );
  });

  it('in a list by status equals the position in the whole list', () => {
    fc.assert(
      fc.property(runs, fc.nat(500), fc.integer({ min: 1, max: 100 }), (counted, offset, limit) => {
        const page = segmentsOf(counted, offset, limit).flatMap((segment) =>
          read(rowsOf(counted.find(({ status }) => status === segment.status)!), segment),
        );
        expect(page.slice(0, limit)).toEqual(counted.flatMap(rowsOf).slice(offset, offset + limit));
      }),
    );
  });

  it('skips statuses without reading them', () => {
    const counted = [
      { status: 'complete', count: 550_000 },
      { status: 'executed', count: 1_000 },
    ] as const;
    expect(segmentsOf(counted, 550_100, 100)).toEqual([
      { status: 'executed', offset: 100, take: 100, isBackwards: false },
    ]);
  });
});
