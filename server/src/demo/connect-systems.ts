import { randomUUID } from 'node:crypto';
import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import type { Scope } from '@kerb/domain/access/scopes.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { eventOf, type WebhookEvent, webhookEvents } from '@kerb/domain/webhooks/campaign-events.ts';
import { webhookReceiver } from '@kerb/domain/webhooks/sandbox-receiver.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { saveEmbedding } from '@kerb/server/features/embedding/embed-settings.ts';
import { makePayButton } from '@kerb/server/features/embedding/pay-button.ts';
import { createIdentity, endIdentity } from '@kerb/server/features/integrations/change-identity.ts';
import { registerWebhook } from '@kerb/server/features/webhooks/change-webhook.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const shownEvents = ['campaign_create', 'campaign_status_change', 'invoice_pay'] as const satisfies WebhookEvent[];

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

/** A key whose private part nobody has: it shows how a program with a key looks. */
const demoKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'DaG1yekX4PwytsvtZEhnz1Gk_nfPxm-vO7VqTWALqNs',
  y: '8WapkdyzH3Pjf5kLwm6gNLxCc7AGwT52VX-p85r5y1Q',
};

/** Three programs: one that was used yesterday, one with a key that was never used, and one that was ended. */
async function createPrograms(work: Work, manager: Actor, tenantId: number): Promise<void> {
  const scope = must(accessScopeOf(manager, 'integration.change'), 'right of a manager');
  const mine = { ...work, actor: manager };
  const scopes: Scope[] = ['campaigns:read', 'campaigns:write', 'payers:read', 'payers:write', 'documents'];
  const { id } = await createIdentity(mine, scope, tenantId, { name: 'Campaign sync', scopes });
  const lastUsageDate = addMinutes(realNow(), -24 * 60);
  await work.tx
    .updateTable('serviceIdentities')
    .set({ lastUsageDate, lastUsageNetwork: '203.0.113.7' })
    .where('id', '=', id)
    .execute();
  await work.tx.updateTable('serviceCredentials').set({ lastUsageDate }).where('serviceIdentityId', '=', id).execute();
  const publicKey = JSON.stringify(demoKey);
  await createIdentity(mine, scope, tenantId, {
    name: 'Monthly report',
    scopes: ['campaigns:read', 'exports'],
    publicKey,
  });
  const old = await createIdentity(mine, scope, tenantId, { name: 'Old website', scopes: ['campaigns:read'] });
  await endIdentity(mine, scope, old.id);
}

/** The organisation's own website may show the calculator, and the button of its newest campaign that can be paid. */
async function showOnWebsite(work: Work, manager: Actor, tenantId: number): Promise<void> {
  const mine = { ...work, actor: manager };
  const scope = must(accessScopeOf(manager, 'embed.change'), 'right of a manager');
  const sent = { isOn: true, origins: ['https://www.example.com', 'http://localhost:5173'] };
  await saveEmbedding(mine, scope, { tenantId, sent, ifMatch: null });
  const campaign = await work.tx
    .selectFrom('agreements')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('status', '=', statusRank('waiting-invite'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const seen = must(accessScopeOf(manager, 'button.change'), 'right of a manager');
  if (campaign) await makePayButton(mine, seen, campaign.id);
}

/** Gives the first organisation three programs, its own website, and a webhook whose receiver is the sandbox itself. */
export async function connectSystems(work: Work, { actors, tenantIds: { harbour } }: DemoRecords): Promise<void> {
  const manager = must(actors.get('manager@example.com'), 'manager of the demo data');
  await createPrograms(work, manager, harbour);
  await showOnWebsite(work, manager, harbour);
  const mine = { ...work, actor: manager };
  const scope = must(accessScopeOf(manager, 'webhook.change'), 'right of a manager');
  const url = `${work.deps.config.publicUrl}${webhookReceiver}`;
  const { id } = await registerWebhook(mine, scope, harbour, { url, events: [...webhookEvents] });
  await writeDeliveries(work, id, harbour);
}
