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
  // approve · process · transfer · discard, by its maker and by another admin. ✓ allowed · . refused · 2 needs another
  // person
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
          if (verdict.ok) return '✓';
          return verdict.code === 'own-batch' ? '2' : '.';
        })
        .join(' ');
    expect([drawn(maker), drawn(other)]).toEqual([byMaker, byOther]);
  });

  it('has a distinct label for every status', () => {
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

  it('can always reach an end, and cannot move after it', () => {
    expect(batchStatuses.map((status) => movesFrom(status))).toEqual([
      ['approve', 'discard'],
      ['process', 'discard'],
      ['transfer'],
      [],
      [],
    ]);
  });
});
