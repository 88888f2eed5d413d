import { batchStatuses } from '@kerb/domain/batches/batch-moves.ts';
import { decideBounce } from '@kerb/domain/batches/bounce.ts';
import { describe, expect, it } from 'vitest';

describe('a payment that the bank sent back', () => {
  it.each(batchStatuses)('is recorded only for a transferred batch: %s', (status) => {
    expect(decideBounce({ status, isBounced: false, isInLedger: true }).ok).toBe(status === 'transferred');
  });

  it('is recorded once, and only if the ledger has its transfer', () => {
    const refused = (facts: object) => {
      const decided = decideBounce({ status: 'transferred', isBounced: false, isInLedger: true, ...facts });
      return decided.ok ? null : decided.code;
    };
    expect([refused({}), refused({ isBounced: true }), refused({ isInLedger: false })]).toEqual([
      null,
      'bounced-already',
      'before-the-ledger',
    ]);
  });
});
