import type { BounceReason, DeliveryChannel } from '@kerb/domain/payers/delivery.ts';
import { isFollowedMessage } from '@kerb/domain/webhooks/own-events.ts';
import { type Telling, tellEvent } from '@kerb/server/platform/outbox/post-event.ts';

export type FailedMessage = {
  kind: string;
  channel: DeliveryChannel;
  agreementId: number | null;
  signatoryId: number | null;
  reason: BounceReason | 'not-sent';
};

/** Tells the organisation's software that a payer's link did not arrive. Of other messages it is told nothing. */
export async function tellFailedMessage(work: Telling, message: FailedMessage): Promise<void> {
  const { kind, channel, agreementId, signatoryId, reason } = message;
  if (agreementId === null || signatoryId === null || !isFollowedMessage(kind)) return;
  await tellEvent(work, {
    type: 'message_fail',
    agreementId,
    subject: `/v1/signatories/${signatoryId}`,
    details: { channel, reason },
  });
}
