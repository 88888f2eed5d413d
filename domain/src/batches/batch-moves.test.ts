import {
  type BatchMove,
  type BatchStatus,
  batchMoves,
  batchStatuses,
  decideBatchMove,
  movesFrom,
} from '@kerb/domain/batches/batch-moves.ts';
import { describe, expect, it } from 'vitest';

const [maker, other] = [1, 2];
const names = Object.keys(batchMoves) as BatchMove[];

describe('a batch', () => {
  // approve · process · transfer · discard, by the one who made it and by another. ✓ goes · . refused · 2 needs another
  // biome-ignore format: a table
  it.each([
    ['waiting-approval', '2 . . ✓', '✓ . . ✓'],
    ['approved',         '. ✓ . ✓', '. ✓ . ✓'],
    ['processing',       '. . ✓ .', '. . ✓ .'],
    ['transferred',      '. . . .', '. . . .'],
    ['discarded',        '. . . .', '. . . .'],
  ] as const)('that is %s is moved as the grid says', (status, byMaker, byOther) => {
    const drawn = (userId: number) =>
      names
        .map((name) => {
          const verdict = decideBatchMove({ status, createdByUserId: maker }, name, userId);
          return verdict.ok ? '✓' : verdict.code === 'own-batch' ? '2' : '.';
        })
        .join(' ');
    expect([drawn(maker), drawn(other)]).toEqual([byMaker, byOther]);
  });

  it('is told apart in words', () => {
    const refusal = (status: BatchStatus, name: BatchMove, userId: number) => {
      const verdict = decideBatchMove({ status, createdByUserId: maker }, name, userId);
      return verdict.ok ? null : verdict.because;
    };
    expect(refusal('waiting-approval', 'approve', maker)).toBe(
      'You made this batch, so someone else has to approve it.',
    );
    expect(refusal('transferred', 'discard', other)).toBe('This batch is transferred already.');
    expect(refusal('approved', 'approve', other)).toBe('This batch is ready already.');
  });

  it('leads from being made to an end, and has none of its own after that', () => {
    expect(batchStatuses.map((status) => movesFrom(status))).toEqual([
      ['approve', 'discard'],
      ['process', 'discard'],
      ['transfer'],
      [],
      [],
    ]);
  });
});
