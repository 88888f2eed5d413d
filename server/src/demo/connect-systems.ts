import { randomUUID } from 'node:crypto';
import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { eventOf, type WebhookEvent, webhookEvents } from '@kerb/domain/webhooks/campaign-events.ts';
import { webhookReceiver } from '@kerb/domain/webhooks/sandbox-receiver.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { createCredential } from '@kerb/server/features/integrations/change-credentials.ts';
import { registerWebhook } from '@kerb/server/features/webhooks/change-webhook.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const shownEvents: readonly WebhookEvent[] = ['campaign_create', 'campaign_status_change', 'invoice_pay'];

/** The latest log entry of each kind for the organisation's campaigns. */
async function lastEntries({ tx }: Work, tenantId: number) {
  const latest = await tx
    .selectFrom('logEntries')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('targetTenantId', '=', tenantId)
    .where('activityCode', 'in', shownEvents)
    .groupBy('activityCode')
    .execute();
  const ids = latest.map(({ id }) => id);
  return tx.selectFrom('logEntries').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

/** Writes deliveries as if the webhook had existed then: the first failed, the others succeeded. */
async function writeDeliveries(work: Work, webhookId: number, tenantId: number): Promise<void> {
  const entries = await lastEntries(work, tenantId);
  const [first] = entries.map(({ date }) => date).toSorted();
  if (first) {
    const creationDate = addMinutes(first, -24 * 60);
    await work.tx.updateTable('webhooks').set({ creationDate }).where('id', '=', webhookId).execute();
  }
  for (const [place, entry] of entries.entries()) {
    const eventId = randomUUID();
    const isTaken = place > 0;
    const agreementId = entry.targetAgreementId ?? 0;
    const activityCode = entry.activityCode as WebhookEvent;
    const event = eventOf({ eventId, activityCode, date: entry.date, agreementId, tenantId, data: entry.logData });
    const date = addMinutes(entry.date, 1);
    const { id: deliveryId } = await work.tx
      .insertInto('webhookDeliveries')
      .values({
        webhookId,
        eventId,
        type: activityCode,
        agreementId,
        body: JSON.stringify(event),
        state: isTaken ? 'delivered' : 'failed',
        attempts: 1,
        nextAttemptDate: date,
        creationDate: entry.date,
        deliveredDate: isTaken ? date : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await work.tx
      .insertInto('webhookAttempts')
      .values({
        deliveryId,
        date,
        durationMs: 40 + place,
        requestHeaders: JSON.stringify({ 'content-type': 'application/json', 'webhook-id': eventId }),
        responseStatus: isTaken ? 204 : 503,
        responseBody: isTaken ? '' : 'Out of order',
        reason: isTaken ? null : 'It answered 503.',
      })
      .execute();
    if (isTaken)
      await work.tx.updateTable('webhooks').set({ lastDeliveryDate: date }).where('id', '=', webhookId).execute();
  }
}

/** Gives the first organisation an integration credential, and a webhook whose receiver is the sandbox itself. */
export async function connectSystems(work: Work, { actors, tenantIds: { harbour } }: DemoRecords): Promise<void> {
  const [admin, manager] = ['admin@example.com', 'manager@example.com'].map((name) => actors.get(name)) as Actor[];
  if (!admin || !manager) throw new Error('a person is missing in the demo data');
  const scope = must(accessScopeOf(admin, 'integration.change'), 'right of an admin');
  await createCredential({ ...work, actor: admin }, scope, harbour, { user: manager.userId });
  const url = `${work.deps.config.publicUrl}${webhookReceiver}`;
  const mine = { ...work, actor: manager };
  const events = [...webhookEvents];
  const { id } = await registerWebhook(
    mine,
    must(accessScopeOf(manager, 'webhook.change'), 'right of a manager'),
    harbour,
    {
      url,
      events,
    },
  );
  await writeDeliveries(work, id, harbour);
}
