import { type BatchStatus, batchLabel } from '@kerb/domain/batches/batch-moves.ts';
import type { BatchSummary } from '@kerb/domain/batches/batches.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';

const tones: Record<BatchStatus, Tone> = {
  'waiting-approval': 'attention',
  approved: 'progress',
  processing: 'progress',
  transferred: 'success',
  discarded: 'neutral',
};

export const BatchBadge = ({ batch }: { batch: Pick<BatchSummary, 'status' | 'isLapsed'> }) => (
  <ToneBadge tone={batch.isLapsed ? 'attention' : tones[batch.status]}>{batchLabel(batch)}</ToneBadge>
);

/** The approver checks twice: this is the last chance to find an account that a fraudster changed. */
export const FirstPaymentBadge = () => (
  <ToneBadge tone="attention" title="No batch has paid into this account yet. Check it with the organisation.">
    First payment
  </ToneBadge>
);
