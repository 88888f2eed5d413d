import { type Role, roles } from '@kerb/domain/access/actor.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { webhookOffMessage } from '@kerb/domain/notifications/webhook-off.ts';
import {
  holdingAttempts,
  isGivenUp,
  mostAttempts,
  ownersOfWebhook,
  retryMinutes,
} from '@kerb/domain/webhooks/delivery-rules.ts';
import { signedHeaders } from '@kerb/server/features/webhooks/sign-event.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { dropWaiting } from '@kerb/server/platform/auth/pause-webhooks.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import { withLogFields } from '@kerb/server/platform/log/log-fields.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** Few enough that all are answered, or time out, before the first of them is due again. */
const batchSize = 10;
/** So that a slow receiver does not delay others. */
const atOncePerWebhook = 3;

type Due = {
  id: number;
  webhookId: number;
  eventId: string;
  body: string;
  attempts: number;
  url: string;
  sealedSecret: Buffer;
  oldSealedSecret: Buffer | null;
  requestId: string | null;
};

/**
 * Claims due deliveries and counts the attempt in the same statement, before it is made. If the server dies meanwhile,
 * the next attempt is already scheduled: nothing is lost, and a duplicate has the same id. Events of a campaign are
 * sent one after the other. One that has failed several times no longer holds the others: a receiver may refuse it for
 * good.
 */
async function claimDue({ db }: Deps, now: Moment): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update webhook_deliveries d set attempts = d.attempts + 1,
      next_attempt_date = greatest(${now}::timestamptz, ${realNow()}::timestamptz)
        + make_interval(mins => (${retryMinutes}::integer[])[least(d.attempts + 1, ${retryMinutes.length})])
    from webhooks w
    where w.id = d.webhook_id and d.id in (
      select id from webhook_deliveries
      where state = 'waiting' and next_attempt_date <= ${now} and id in (
        select id from (
          select f.id, row_number() over (partition by f.webhook_id order by f.next_attempt_date, f.id) as place
          from webhook_deliveries f join webhooks v on v.id = f.webhook_id and v.disabled_since_date is null
          where f.state = 'waiting' and f.next_attempt_date <= ${now} and not exists (
            select from webhook_deliveries e where e.state = 'waiting' and e.webhook_id = f.webhook_id
              and e.agreement_id = f.agreement_id and e.id < f.id and e.attempts < ${holdingAttempts})
        ) firsts where place <= ${atOncePerWebhook} order by id limit ${batchSize})
      for update skip locked)
    returning d.id, d.webhook_id, d.event_id, d.body, d.attempts, d.request_id, w.url, w.sealed_secret,
      case when w.old_secret_until > ${realNow()} then w.old_sealed_secret end as old_sealed_secret
  `.execute(db);
  return rows;
}

type Outcome = {
  date: Moment;
  durationMs: number;
  requestHeaders: Record<string, string>;
  responseStatus: number | null;
  responseBody: string | null;
  reason: string | null;
};

/** The reason that the organisation sees. A refusal is the receiver's; any other error is a bug of ours. */
function failureOf(error: unknown, { log }: Deps, { webhookId, attempts }: Due): string {
  const facts = { err: error, webhookId, attempts };
  if (error instanceof DeliveryFailure) {
    log.info(facts, 'a webhook was not reached');
    return error.reason;
  }
  log.error(facts, 'a webhook could not be called');
  return 'It could not be called.';
}

async function attempt(deps: Deps, due: Due): Promise<Outcome> {
  const { webhooks, secrets } = deps;
  const { url, body, eventId, sealedSecret, oldSealedSecret } = due;
  const date = realNow();
  const sealedSecrets = [sealedSecret, ...(oldSealedSecret ? [oldSealedSecret] : [])];
  const requestHeaders = signedHeaders(secrets, { eventId, body, sealedSecrets, now: date });
  const began = performance.now();
  const answer = await webhooks.post({ url, headers: requestHeaders, body }).then(
    ({ status, body: responseBody }) => ({
      responseStatus: status,
      responseBody,
      reason: status >= 200 && status < 300 ? null : `It answered ${status}.`,
    }),
    (error) => ({ responseStatus: null, responseBody: null, reason: failureOf(error, deps, due) }),
  );
  return { date, durationMs: Math.round(performance.now() - began), requestHeaders, ...answer };
}

/** The people who are told about a webhook of their organisation. */
export async function ownersOf({ tx }: Work, tenantId: number, createdByUserId: number | null) {
  const members = tx.selectFrom('tenantUsers').select('userId').where('tenantId', '=', tenantId);
  // By id, so that the team is read and not every user.
  const ids = (await members.execute()).map(({ userId }) => userId);
  const people = await tx
    .selectFrom('users as u')
    .leftJoin('tenantUsers as m', (on) => on.onRef('m.userId', '=', 'u.id').on('m.tenantId', '=', tenantId))
    .select(['u.id', 'u.emailAddress', 'u.role', 'm.tenantUserType'])
    .where('u.disabledDate', 'is', null)
    .where('u.role', 'in', roles)
    .where('u.id', '=', sql<number>`any(${createdByUserId === null ? ids : [...ids, createdByUserId]}::bigint[])`)
    .orderBy('u.id')
    .$narrowType<{ role: Role }>()
    .execute();
  return ownersOfWebhook(people, createdByUserId);
}

async function switchOff(work: Work, webhookId: number): Promise<void> {
  const { tenantId, url, createdByUserId } = await work.tx
    .updateTable('webhooks')
    .set({ disabledReason: 'failing', disabledSinceDate: realNow() })
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', webhookId)
    .returning(['tenantId', 'url', 'createdByUserId'])
    .executeTakeFirstOrThrow();
  await dropWaiting(work, webhookId);
  const data = { webhook: webhookId };
  await record(work, { activityCode: 'tenant_update', description: 'Webhook switched off', tenantId, data });
  const { name } = await work.tx
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const { config, country } = work.deps;
  const settingsUrl = `${config.publicUrl}/agencies/${tenantId}/settings`;
  const message = webhookOffMessage({ brand: country.brand, tenantName: name, host: new URL(url).host, settingsUrl });
  for (const { id: userId, emailAddress: recipient } of await ownersOf(work, tenantId, createdByUserId)) {
    await postMessage(work, { ...message, channel: 'email', audience: 'staff', recipient, userId });
  }
}

/** Counts consecutive failures over all deliveries of a webhook. A success resets the count. */
async function countFailure(work: Work, webhookId: number, now: Moment): Promise<void> {
  const webhook = await work.tx
    .updateTable('webhooks')
    .set(({ eb, fn, val }) => ({
      failures: eb('failures', '+', 1),
      failingSinceDate: fn.coalesce('failingSinceDate', val(now)),
    }))
    .where('id', '=', webhookId)
    .returning(['failures', 'failingSinceDate', 'disabledSinceDate'])
    .executeTakeFirstOrThrow();
  const { failures, failingSinceDate, disabledSinceDate } = webhook;
  if (disabledSinceDate === null && isGivenUp(failures, failingSinceDate ?? now, now)) await switchOff(work, webhookId);
}

async function note(work: Work, { id, webhookId, attempts }: Due, outcome: Outcome, now: Moment): Promise<void> {
  const { tx } = work;
  const isDelivered = outcome.reason === null;
  const hook = await tx.selectFrom('webhooks').select('id').where('id', '=', webhookId).forUpdate().executeTakeFirst();
  // The webhook and its log were deleted during the call.
  if (!hook) return;
  await tx
    .insertInto('webhookAttempts')
    .values({ ...outcome, deliveryId: id, requestHeaders: JSON.stringify(outcome.requestHeaders) })
    .execute();
  await tx
    .updateTable('webhookDeliveries')
    .set(isDelivered ? { state: 'delivered', deliveredDate: outcome.date } : {})
    .$if(!isDelivered, (update) => update.set({ state: attempts >= mostAttempts ? 'failed' : 'waiting' }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  if (!isDelivered) return countFailure(work, webhookId, now);
  const alive = { failures: 0, failingSinceDate: null, lastDeliveryDate: outcome.date };
  await tx.updateTable('webhooks').set(alive).where('id', '=', webhookId).execute();
}

const fieldsOf = ({ id: deliveryId, requestId }: Due) => ({ deliveryId, ...(requestId && { requestId }) });

/** Calls every webhook with due deliveries. Safe on several servers at once. */
export async function deliverEvents(deps: Deps, now: Moment = realNow()): Promise<void> {
  for (;;) {
    const due = await claimDue(deps, now);
    if (due.length === 0) return;
    await forEachRow(
      deps,
      due,
      ({ id }) => ({ kind: 'webhook delivery', id }),
      (delivery) =>
        withLogFields(fieldsOf(delivery), async () => {
          const outcome = await attempt(deps, delivery);
          await inTransaction(deps, byTheProduct, (work) => note(work, delivery, outcome, now));
        }),
      { isAtOnce: true },
    );
  }
}
