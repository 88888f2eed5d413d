import { agreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { barsOf, linesOf, stuck, waitingAt, waitText } from '@kerb/web/features/dashboard/pipeline.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { aRow, type WireRow } from '../../../test/lists.ts';

const now = '2026-11-15T12:00:00.000Z';
const sent = (id: number, sentDate: string | null): WireRow => aRow({ id, status: 'waiting-invite', sentDate });
const upfront = (id: number, paymentState: WireRow['paymentState'], applicationApprovedDate: string): WireRow =>
  aRow({ id, status: 'approved', financeOptionCode: 'pn', paymentState, applicationApprovedDate });
const rows = [
  sent(1, '2026-11-14T12:00:00.000Z'),
  sent(2, '2026-11-01T12:00:00.000Z'),
  sent(3, null),
  sent(4, '2026-11-10T12:00:00.000Z'),
  aRow({ id: 5, status: 'waiting-info', statusLastUpdate: '2026-11-02T12:00:00.000Z' }),
  aRow({ id: 6, status: 'complete' }),
  upfront(7, 'paid', '2026-11-02T12:00:00.000Z'),
  upfront(8, 'paid', '2026-10-02T12:00:00.000Z'),
  upfront(9, 'none', '2026-11-13T12:00:00.000Z'),
  upfront(10, 'refunding', '2026-11-14T12:00:00.000Z'),
].map((row) => z.decode(agreementRow, row));
const bars = barsOf(rows, now);
const ids = (waiting: { row: { id: number } }[]) => waiting.map(({ row }) => row.id);

describe('the bars of a dashboard', () => {
  it('count each status by age, oldest first, without empty ages', () => {
    expect(
      bars.map(({ bucket, total, segments }) => [
        bucket.label,
        total,
        segments.map(({ age, waiting }) => `${age} ${waiting.length}`),
      ]),
    ).toEqual([
      ['Sent', 4, ['red 2', 'yellow 1', 'green 1']],
      ['Waiting Info', 1, ['red 1']],
      ['Awaiting Signature', 0, []],
    ]);
  });

  it('list the longest wait first, after campaigns without a date', () => {
    expect(ids(waitingAt(bars, { bar: 'waiting-invite' }))).toEqual([3, 2, 4, 1]);
    expect(ids(waitingAt(bars, { bar: 'waiting-invite', age: 'green' }))).toEqual([1]);
    expect(ids(stuck(bars))).toEqual([3, 2, 5]);
  });

  it('leave two lines below them, longest first: what waits for its transfer, and what waits for money', () => {
    const lines = linesOf(rows, now).map(({ line, waiting }) => [
      line.name,
      waiting.map(({ row, days }) => `${row.id}: ${days}`),
    ]);
    expect(lines).toEqual([
      ['paid', ['8: 44', '7: 13']],
      ['unpaid', ['9: 2', '10: 1']],
    ]);
  });

  it.each([
    [null, 'Waiting, since when is not known'],
    [0, 'Waiting since today'],
    [1, 'Waiting 1 day'],
    [13, 'Waiting 13 days'],
  ])('describe %j days as: %s', (days, text) => expect(waitText({ days })).toBe(text));
});
