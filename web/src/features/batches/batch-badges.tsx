import { type BatchStatus, batchStatusLabels } from '@kerb/domain/batches/batch-moves.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';

const tones: Record<BatchStatus, Tone> = {
  'waiting-approval': 'attention',
  approved: 'progress',
  processing: 'progress',
  transferred: 'success',
  discarded: 'neutral',
};

export const BatchBadge = ({ status }: { status: BatchStatus }) => (
  <ToneBadge tone={tones[status]}>{batchStatusLabels[status]}</ToneBadge>
);

/** The approver checks twice: this is the last chance to find an account that a fraudster changed. */
export const FirstPaymentBadge = () => (
  <ToneBadge tone="attention" title="No batch has paid into this account yet. Check it with the organisation.">
    First payment
  </ToneBadge>
);
