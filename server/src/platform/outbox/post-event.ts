import { randomUUID } from 'node:crypto';
import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import { eventOf, isWebhookEvent } from '@kerb/domain/webhooks/campaign-events.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { logFields } from '@kerb/server/platform/log/log-fields.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

export const webhookJob = 'deliver-webhooks';

type Happened = { activityCode: ActivityCode; agreementId?: number; data?: object };

/** A webhook that is told of an event. */
export type Webhook = { id: number; tenantId: number };

/** Whether webhooks may subscribe to it. */
export const isEvent = ({ activityCode, agreementId }: Happened): boolean =>
  agreementId !== undefined && isWebhookEvent(activityCode);

/** Selects the webhooks of the campaign's organisation that subscribe to the event. */
export const subscribers = (agreementId: RawBuilder<unknown>, activityCode: RawBuilder<unknown>) => sql<Webhook>`
  select w.id, w.tenant_id from agreements a join webhooks w on w.tenant_id = a.tenant_id
  where a.id = ${agreementId} and w.disabled_since_date is null and ${activityCode} = any(w.events)
  order by w.id`;

/** Writes a delivery for each of these webhooks, in the transaction of the change. A job sends it. */
export async function postEvent(
  work: Work,
  { activityCode, agreementId, data = {} }: Happened,
  hooks: readonly Webhook[],
): Promise<void> {
  const [first] = hooks;
  if (!first || agreementId === undefined || !isWebhookEvent(activityCode)) return;
  const eventId = randomUUID();
  const event = eventOf({ eventId, activityCode, date: work.now, agreementId, tenantId: first.tenantId, data });
  if (!event) return;
  const body = JSON.stringify(event);
  await work.tx
    .insertInto('webhookDeliveries')
    .values(
      hooks.map(({ id: webhookId }) => ({
        webhookId,
        eventId,
        type: activityCode,
        agreementId,
        body,
        nextAttemptDate: realNow(),
        creationDate: work.now,
        requestId: logFields().requestId ?? null,
      })),
    )
    .execute();
  work.afterCommit(() => work.deps.jobs.nudge(webhookJob));
}
