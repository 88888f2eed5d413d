import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { mostWebhooks, oldSecretHours } from '@kerb/domain/webhooks/delivery-rules.ts';
import { isPaused } from '@kerb/domain/webhooks/pause-reasons.ts';
import { decideWebhookUrl } from '@kerb/domain/webhooks/webhook-url.ts';
import type { newWebhook, savedWebhook } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { encryptSecret, newSecret } from '@kerb/server/features/webhooks/sign-event.ts';
import { lockWebhook, tenantInScope, type WebhookRow } from '@kerb/server/features/webhooks/webhooks.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { dropWaiting } from '@kerb/server/platform/auth/pause-webhooks.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { WebhookGateway } from '@kerb/server/platform/ports/webhook-gateway.ts';
import { invalid, mustAllow, outdated, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

/** The address to call. Checked before the transaction, because resolving its name needs the network. */
export async function callableUrl(gateway: WebhookGateway, text: string): Promise<string> {
  const { href: url } = mustAllow(decideWebhookUrl(URL.parse(text), gateway));
  const refusal = await gateway.refusalOf(url);
  if (refusal) throw invalid(fieldError('url', 'notValid', refusal));
  return url;
}

/** Addresses can contain secrets, so the log contains only the origin. */
const forLog = (url: string) => new URL(url).origin;

async function refuseTooMany({ tx }: Work, tenantId: number): Promise<void> {
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostWebhooks) {
    throw new Problem(409, 'too-many-webhooks', `An organisation has at most ${mostWebhooks} webhooks.`);
  }
}

export async function registerWebhook(
  work: Work,
  scope: AccessScope,
  tenantId: number,
  { url, events }: z.output<typeof newWebhook>,
): Promise<{ id: number; secret: string }> {
  await tenantInScope(work.tx, scope, tenantId);
  await refuseTooMany(work, tenantId);
  const secret = newSecret();
  const now = realNow();
  const { id } = await work.tx
    .insertInto('webhooks')
    .values({
      tenantId,
      url,
      events: [...new Set(events)],
      sealedSecret: encryptSecret(work.deps.secrets, secret),
      createdByUserId: work.actor?.userId ?? null,
      urlByUserId: answering(work),
      creationDate: now,
      lastUpdateDate: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const data = { webhook: id, url: forLog(url), events };
  await record(work, { activityCode: 'tenant_update', description: 'Webhook registered', tenantId, data });
  return { id, secret };
}

/** Switching on resets the failure count. Switching off stops waiting deliveries, which can be sent again later. */
function switched({ disabledSinceDate }: WebhookRow, active: boolean | undefined) {
  if (active === undefined || active === (disabledSinceDate === null)) return {};
  return active
    ? { disabledSinceDate: null, disabledReason: null, failingSinceDate: null, failures: 0 }
    : { disabledSinceDate: realNow(), disabledReason: 'owner' as const };
}

/** A program may not switch on a paused webhook: a person must answer for its address. */
function refuseProgram({ actor }: Work, { disabledReason }: WebhookRow, active: boolean | undefined): void {
  if (!active || !actor?.client || !isPaused(disabledReason)) return;
  throw new Problem(403, 'not-permitted', 'A manager has to look at the address and switch this webhook on.');
}

/** The user who answers for the address: the one who chose it, or who switched the webhook on again. */
const answering = ({ actor }: Work): number | null => actor && realActorOf(actor).userId;

type Save = { id: number; sent: z.output<typeof savedWebhook>; ifMatch: number | null };

export async function saveWebhook(work: Work, scope: AccessScope, { id, sent, ifMatch }: Save): Promise<void> {
  const before = await lockWebhook(work.tx, scope, id);
  if (ifMatch !== null && ifMatch !== before.version) throw outdated();
  const { url = before.url, events = before.events, active } = sent;
  refuseProgram(work, before, active);
  const isAnswered = url !== before.url || (active === true && before.disabledSinceDate !== null);
  await work.tx
    .updateTable('webhooks')
    .set({ url, events: [...new Set(events)], ...switched(before, active) })
    .$if(isAnswered, (update) => update.set({ urlByUserId: answering(work) }))
    .set({ version: before.version + 1, lastUpdateDate: realNow() })
    .where('id', '=', id)
    .execute();
  if (active === false) await dropWaiting(work, id);
  const previous = {
    url: forLog(before.url),
    events: before.events.join(' '),
    active: before.disabledSinceDate === null,
  };
  const current = { url: forLog(url), events: events.join(' '), active: active ?? previous.active };
  await record(work, {
    activityCode: 'tenant_update',
    description: 'Webhook changed',
    tenantId: before.tenantId,
    data: { webhook: id, ...changesBetween(previous, current) },
  });
}

export async function rotateSecret(work: Work, scope: AccessScope, id: number): Promise<string> {
  const { tenantId, sealedSecret, version } = await lockWebhook(work.tx, scope, id);
  const secret = newSecret();
  const now = realNow();
  await work.tx
    .updateTable('webhooks')
    .set({
      sealedSecret: encryptSecret(work.deps.secrets, secret),
      oldSealedSecret: sealedSecret,
      oldSecretUntil: addMinutes(now, oldSecretHours * 60),
      version: version + 1,
      lastUpdateDate: now,
    })
    .where('id', '=', id)
    .execute();
  const data = { webhook: id };
  await record(work, { activityCode: 'tenant_update', description: 'Secret of a webhook changed', tenantId, data });
  return secret;
}

export async function deleteWebhook(work: Work, scope: AccessScope, id: number): Promise<void> {
  const { tenantId, url } = await lockWebhook(work.tx, scope, id);
  await work.tx.deleteFrom('webhooks').where('id', '=', id).execute();
  const data = { webhook: id, url: forLog(url) };
  await record(work, { activityCode: 'tenant_update', description: 'Webhook deleted', tenantId, data });
}
