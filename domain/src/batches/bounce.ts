import type { BatchStatus } from '@kerb/domain/batches/batch-moves.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';

type Facts = {
  status: BatchStatus;
  /** Whether the bank has sent this payment back before. */
  isBounced: boolean;
  /** Whether the ledger has the transfer of this payment by this batch. */
  isInLedger: boolean;
};

/** Decides whether a payment of a batch can be recorded as sent back by the bank. Each payment comes back once. */
export function decideBounce({ status, isBounced, isInLedger }: Facts): Decision<null> {
  if (status !== 'transferred') {
    return refuse(
      'not-transferred',
      'Only a payment of a transferred batch can come back. Mark it as transferred first.',
    );
  }
  if (isBounced) return refuse('bounced-already', 'The bank has sent this payment back already, and it is owed again.');
  if (!isInLedger) {
    return refuse(
      'before-the-ledger',
      'This batch is older than the ledger. Its payment cannot be recorded as sent back.',
    );
  }
  return allow(null);
}
