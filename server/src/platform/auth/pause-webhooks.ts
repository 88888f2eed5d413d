import { webhookPausedMessage } from '@kerb/domain/notifications/webhook-off.ts';
import { type PauseReason, pauseReasonWords } from '@kerb/domain/webhooks/pause-reasons.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { tellManagersOf } from '@kerb/server/platform/auth/tell-managers.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { ReviewedPerson } from '@kerb/server/platform/ports/rights-effects.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Stops the deliveries that wait. They can be sent again when the webhook is on. */
export async function dropWaiting({ tx }: Pick<Work, 'tx'>, webhookId: number): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set({ state: 'failed' })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

const always = () => true;

/**
 * Pauses the webhooks whose address a person or a program chose, because nobody answers for that address any more. A
 * manager looks at the address and switches it on again.
 */
export async function pauseWebhooksBy(
  work: Work,
  userId: number,
  reason: PauseReason,
  isMeant: (tenantId: number) => boolean = always,
): Promise<void> {
  const { tx } = work;
  const chosen = await tx
    .selectFrom('webhooks')
    .select(['id', 'tenantId', 'url'])
    .where('urlByUserId', '=', userId)
    .where('disabledSinceDate', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, tenantId, url } of chosen.filter((webhook) => isMeant(webhook.tenantId))) {
    const now = realNow();
    await tx
      .updateTable('webhooks')
      .set({ disabledReason: reason, disabledSinceDate: now, lastUpdateDate: now })
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await dropWaiting(work, id);
    const data = { webhook: id, reason, chosenBy: userId };
    await record(work, { activityCode: 'tenant_update', description: 'Webhook paused', tenantId, data });
    const [{ host }, why] = [new URL(url), pauseReasonWords[reason]];
    await tellManagersOf(work, tenantId, (facts) => webhookPausedMessage({ ...facts, host, why }));
  }
}

/** Pauses the webhooks of a person who may no longer choose their address. */
export const pauseWebhooksOf = (work: Work, { userId, mayStill }: ReviewedPerson): Promise<void> =>
  pauseWebhooksBy(work, userId, 'person-left', (tenantId) => !mayStill(tenantId));
