import { randomUUID } from 'node:crypto';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { pingEvent, pingOf } from '@kerb/domain/webhooks/campaign-events.ts';
import type { Replay } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { lockWebhook } from '@kerb/server/features/webhooks/webhooks.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { webhookJob } from '@kerb/server/platform/outbox/post-event.ts';
import { notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

async function lockLiveWebhook(work: Work, scope: AccessScope, id: number) {
  const webhook = await lockWebhook(work.tx, scope, id);
  if (webhook.disabledSinceDate !== null) throw new Problem(409, 'webhook-off', 'Switch the webhook on first.');
  return webhook;
}

const nudge = (work: Work) => work.afterCommit(() => work.deps.jobs.nudge(webhookJob));

export async function sendTest(work: Work, scope: AccessScope, webhookId: number): Promise<number> {
  const { tenantId } = await lockLiveWebhook(work, scope, webhookId);
  const eventId = randomUUID();
  const { id } = await work.tx
    .insertInto('webhookDeliveries')
    .values({
      webhookId,
      eventId,
      type: pingEvent,
      agreementId: null,
      body: JSON.stringify(pingOf(eventId, work.now, tenantId)),
      nextAttemptDate: realNow(),
      creationDate: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const data = { webhook: webhookId };
  await record(work, { activityCode: 'tenant_update', description: 'Webhook tested', tenantId, data });
  nudge(work);
  return id;
}

/**
 * All events since a moment, or only the failed ones, with the same ids and in their order. An event that is being sent
 * stays as it is. A test is not an event.
 */
export async function replaySince(
  work: Work,
  scope: AccessScope,
  webhookId: number,
  { since, onlyFailed = false }: Replay,
): Promise<{ events: number }> {
  const { tenantId } = await lockLiveWebhook(work, scope, webhookId);
  const { numUpdatedRows } = await work.tx
    .updateTable('webhookDeliveries')
    .set({ state: 'waiting', attempts: 0, nextAttemptDate: realNow() })
    .where('webhookId', '=', webhookId)
    .where('creationDate', '>=', since)
    .where('type', '<>', pingEvent)
    .where('state', 'in', onlyFailed ? ['failed'] : ['failed', 'delivered'])
    .executeTakeFirstOrThrow();
  const events = Number(numUpdatedRows);
  const data = { webhook: webhookId, since, events };
  await record(work, { activityCode: 'tenant_update', description: 'Webhook events sent again', tenantId, data });
  nudge(work);
  return { events };
}

/** The same event with the same id, so that a receiver can recognise a duplicate. */
export async function resendDelivery(work: Work, scope: AccessScope, id: number): Promise<void> {
  const delivery = await work.tx
    .selectFrom('webhookDeliveries')
    .select(['webhookId', 'eventId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!delivery) throw notFound('webhook');
  const { tenantId } = await lockLiveWebhook(work, scope, delivery.webhookId);
  await work.tx
    .updateTable('webhookDeliveries')
    .set({ state: 'waiting', attempts: 0, nextAttemptDate: realNow() })
    .where('id', '=', id)
    .execute();
  const data = { webhook: delivery.webhookId, event: delivery.eventId };
  await record(work, { activityCode: 'tenant_update', description: 'Webhook delivery sent again', tenantId, data });
  nudge(work);
}
