import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import type { Webhook, WebhookDelivery } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { deliverEvents } from '@kerb/server/features/webhooks/deliver-events.ts';
import { deleteOldDeliveries } from '@kerb/server/features/webhooks/webhooks.jobs.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { signatureOf } from '@kerb/server/platform/security/webhook-signature.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { readableLog } from '../../../test/log-lines.ts';
import { type Received, startReceiver } from '../../../test/webhook-receiver.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let manager: Person;
let tenantId: number;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let hook: Webhook & { secret: string };

const events = ['campaign_create', 'signatory_create', 'campaign_status_change'];
const call = (method: 'GET' | 'POST' | 'PUT', address: string, body?: object) =>
  stage.as(manager.userId)(method, address, body);

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
});
beforeEach(async () => {
  await stage.db.deleteFrom('webhooks').execute();
  await stage.db.deleteFrom('messages').execute();
  tenantId = await build.aTenant({ name: 'Harbour Estate' });
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  receiver = await startReceiver();
  hook = (await call('POST', `/v1/tenants/${tenantId}/webhooks`, { url: receiver.url, events })).json();
});
afterEach(() => receiver.kill());

const deliveries = async (): Promise<WebhookDelivery[]> =>
  (await call('GET', `${hook.href}/deliveries?perPage=100`)).json().items;
const states = async () => (await deliveries()).map(({ state }) => state).reverse();
const webhook = async (): Promise<Webhook> => (await call('GET', hook.href)).json();

function isSigned({ headers, body }: Received, secret: string): boolean {
  const [id, seconds] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
  expect(Math.abs(Date.now() / 1_000 - seconds)).toBeLessThan(60);
  return String(headers['webhook-signature']).split(' ').includes(signatureOf(secret, { id, seconds, body }));
}

const wrongSecret = `whsec_${Buffer.alloc(32).toString('base64')}`;

describe('a delivery', () => {
  it('arrives signed, in order, with its event id, and is logged with the response', async () => {
    await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    await deliverEvents(stage.deps);
    expect(receiver.received.map(({ event }) => event.type)).toEqual([
      'campaign_create',
      'signatory_create',
      'campaign_status_change',
    ]);
    for (const each of receiver.received) {
      expect(isSigned(each, hook.secret)).toBe(true);
      expect(each.headers['webhook-id']).toBe(each.event.id);
      expect(isSigned(each, wrongSecret)).toBe(false);
    }
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered']);
    const [latest] = await deliveries();
    expect(latest).toMatchObject({ nextAttemptDate: null, requestBody: receiver.received[2]!.body });
    expect(latest!.attempts).toMatchObject([
      { responseStatus: 204, reason: null, requestHeaders: { 'webhook-id': latest!.eventId } },
    ]);
    expect((await webhook()).lastDeliveryDate).not.toBeNull();
  });

  it('is also signed with the old secret, for a day after a change', async () => {
    const { secret } = (await call('POST', `${hook.href}/rotate-secret`)).json();
    await call('POST', `${hook.href}/test`);
    await deliverEvents(stage.deps);
    const [first] = receiver.received;
    expect([isSigned(first!, secret), isSigned(first!, hook.secret)]).toEqual([true, true]);
    await stage.db
      .updateTable('webhooks')
      .set({ oldSecretUntil: addMinutes(realNow(), -1) })
      .execute();
    await call('POST', `${hook.href}/test`);
    await deliverEvents(stage.deps);
    expect([isSigned(receiver.received[1]!, secret), isSigned(receiver.received[1]!, hook.secret)]).toEqual([
      true,
      false,
    ]);
  });

  it('that fails because of a bug of ours is logged as such, with its id', async () => {
    await call('POST', `${hook.href}/test`);
    const { log, lines } = readableLog();
    const post = () => Promise.reject(new TypeError('a bug'));
    await deliverEvents({ ...stage.deps, log, webhooks: { ...stage.deps.webhooks, post } });
    const { id: deliveryId } = await stage.db.selectFrom('webhookDeliveries').select('id').executeTakeFirstOrThrow();
    expect(lines()).toMatchObject([
      { deliveryId, msg: 'a webhook could not be called', err: { name: 'TypeError', message: 'a bug' } },
    ]);
    const [latest] = await deliveries();
    expect(latest?.attempts).toMatchObject([{ reason: 'It could not be called.' }]);
  });

  it('that fails is retried after 1, 5, 30, 120 and 720 minutes, and then given up', async () => {
    receiver.answer.status = 500;
    await call('POST', `${hook.href}/test`);
    let now = addMinutes(realNow(), 1);
    for (const minutes of [1, 5, 30, 120, 720]) {
      await deliverEvents(stage.deps, now);
      await deliverEvents(stage.deps, addMinutes(now, minutes - 1));
      now = addMinutes(now, minutes);
    }
    expect(receiver.received).toHaveLength(5);
    await deliverEvents(stage.deps, now);
    const [given] = await deliveries();
    expect(given).toMatchObject({ state: 'failed', nextAttemptDate: null });
    expect(given!.attempts.map(({ reason, responseBody }) => [reason, responseBody])).toEqual(
      Array(6).fill(['It answered 500.', 'so it goes']),
    );
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('delays the later events of its campaign, but of no other campaign', async () => {
    await build.aCampaign(manager, tenantId, { payers: [] });
    await deliverEvents(stage.deps);
    receiver.answer.before = async () => {
      receiver.answer.status = receiver.received.at(-1)?.event.type === 'signatory_create' ? 503 : 204;
    };
    const stuck = await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    await build.aCampaign(manager, tenantId, { payers: [] });
    await deliverEvents(stage.deps);
    expect(await states()).toEqual(['delivered', 'delivered', 'waiting', 'waiting', 'delivered']);
    delete receiver.answer.before;
    receiver.answer.status = 204;
    await deliverEvents(stage.deps, addMinutes(realNow(), 2));
    expect(receiver.received.slice(-2).map(({ event }) => event)).toMatchObject([
      { type: 'signatory_create', agreement: { href: `/v1/agreements/${stuck.id}` } },
      { type: 'campaign_status_change' },
    ]);
  });

  it('that is refused every time delays the later events of its campaign for six minutes, not for hours', async () => {
    receiver.answer.before = async () => {
      receiver.answer.status = receiver.received.at(-1)?.event.type === 'signatory_create' ? 422 : 204;
    };
    await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    let now = addMinutes(realNow(), 1);
    await deliverEvents(stage.deps, now);
    expect(await states()).toEqual(['delivered', 'waiting', 'waiting']);
    for (const minutes of [1, 5]) {
      expect((await states()).at(-1)).toBe('waiting');
      now = addMinutes(now, minutes);
      await deliverEvents(stage.deps, now);
    }
    expect(await states()).toEqual(['delivered', 'waiting', 'delivered']);
    delete receiver.answer.before;
    receiver.answer.status = 204;
    await deliverEvents(stage.deps, addMinutes(now, 30));
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('is not lost when the receiver is down, and arrives when it is up again', async () => {
    await build.aCampaign(manager, tenantId, { payers: [] });
    receiver.kill();
    await deliverEvents(stage.deps);
    expect(await deliveries()).toMatchObject([
      { state: 'waiting', attempts: [{ reason: 'It refused the connection.' }] },
    ]);
    expect((await webhook()).failingSinceDate).not.toBeNull();
    receiver = await startReceiver();
    await call('PUT', hook.href, { url: receiver.url });
    await deliverEvents(stage.deps, addMinutes(realNow(), 2));
    expect(receiver.received).toHaveLength(1);
    expect(await webhook()).toMatchObject({ failingSinceDate: null });
  });

  it('is repeated with the same id if the server dies before it stores the response', async () => {
    await build.aCampaign(manager, tenantId, { payers: [] });
    const dying = {
      ...stage.deps,
      clock: {
        ...stage.deps.clock,
        now: () => {
          throw new Error('killed');
        },
      },
    };
    await expect(deliverEvents(dying)).rejects.toThrow('killed');
    await deliverEvents(stage.deps, addMinutes(realNow(), 2));
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(await states()).toEqual(['delivered']);
  });

  it('is sent once, even if several servers deliver at once', async () => {
    for (let count = 0; count < 12; count += 1) await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    await Promise.all([1, 2, 3].map(() => deliverEvents(stage.deps)));
    await deliverEvents(stage.deps);
    const ids = receiver.received.map(({ event }) => event.id);
    expect(ids).toHaveLength(36);
    expect(new Set(ids).size).toBe(36);
    const byCampaign = Object.values(
      Object.groupBy(receiver.received, ({ body }) => JSON.parse(body).agreement.href as string),
    );
    for (const each of byCampaign) expect(each!.map(({ event }) => event.type)).toEqual(events);
  });

  it('can be sent again on demand', async () => {
    await build.aCampaign(manager, tenantId, { payers: [] });
    await deliverEvents(stage.deps);
    const [delivered] = await deliveries();
    await call('POST', `${delivered!.href}/resend`);
    await deliverEvents(stage.deps);
    expect(receiver.received.map(({ event }) => event.id)).toEqual([delivered!.eventId, delivered!.eventId]);
    expect((await deliveries())[0]!.attempts).toHaveLength(2);
  });

  it('is sent again with all others since a moment, in order and with the same id', async () => {
    await build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
    receiver.answer.before = async () => {
      receiver.answer.status = receiver.received.at(-1)?.event.type === 'signatory_create' ? 410 : 204;
    };
    await call('POST', `${hook.href}/test`);
    await deliverEvents(stage.deps);
    await stage.db.updateTable('webhookDeliveries').set({ state: 'failed' }).where('state', '=', 'waiting').execute();
    delete receiver.answer.before;
    receiver.answer.status = 204;
    const before = receiver.received.length;
    const since = addMinutes(realNow(), -10);
    const replay = (body: object) => call('POST', `${hook.href}/replay`, body);

    const none = await replay({ since: addMinutes(realNow(), 10) });
    expect([none.statusCode, none.json()]).toEqual([202, { events: 0 }]);
    expect((await replay({ since, onlyFailed: true })).json()).toEqual({ events: 2 });
    await deliverEvents(stage.deps);
    expect(receiver.received.slice(before).map(({ event }) => event.type)).toEqual([
      'signatory_create',
      'campaign_status_change',
    ]);
    expect((await replay({ since })).json()).toEqual({ events: 3 });
    await deliverEvents(stage.deps);
    expect(receiver.received.slice(-3).map(({ event }) => event.type)).toEqual(events);
    const ids = receiver.received.filter(({ event }) => event.type !== 'ping').map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(3);
    expect((await replay({ since: 'yesterday' })).json().validation).toHaveProperty('since');
    await call('PUT', hook.href, { active: false });
    expect((await replay({ since })).statusCode).toBe(409);
  });

  it('is deleted after thirty days', async () => {
    await call('POST', `${hook.href}/test`);
    await deliverEvents(stage.deps);
    await deleteOldDeliveries(stage.deps);
    expect(await deliveries()).toHaveLength(1);
    await stage.db.updateTable('webhookDeliveries').set({ creationDate: '2026-01-01T00:00:00.000Z' }).execute();
    await deleteOldDeliveries(stage.deps);
    expect(await deliveries()).toEqual([]);
  });
});

describe('a webhook that fails for days', () => {
  it('is switched off, and its owner is notified', async () => {
    receiver.kill();
    await call('POST', `${hook.href}/test`);
    await call('POST', `${hook.href}/test`);
    const since = addMinutes(realNow(), -60 * 73);
    await stage.db.updateTable('webhooks').set({ failures: 8, failingSinceDate: since }).execute();
    await deliverEvents(stage.deps);
    expect(await webhook()).toMatchObject({ active: false, disabledReason: 'failing' });
    expect(await states()).toEqual(['failed', 'failed']);
    const messages = await stage.db.selectFrom('messages').select(['kind', 'recipient', 'body']).execute();
    expect(messages).toMatchObject([{ kind: 'webhook-off', recipient: manager.emailAddress }]);
    expect(messages[0]!.body).toContain(`/agencies/${tenantId}/settings`);
  });

  it('is reported to the managers if its owner has left', async () => {
    receiver.kill();
    const other = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
    await call('POST', `${hook.href}/test`);
    await stage.db.deleteFrom('tenantUsers').where('userId', '=', manager.userId).execute();
    await stage.db
      .updateTable('webhooks')
      .set({ failures: 20, failingSinceDate: '2026-01-01T00:00:00.000Z' })
      .execute();
    await deliverEvents(stage.deps);
    const messages = await stage.db.selectFrom('messages').select('recipient').execute();
    expect(messages).toEqual([{ recipient: other.emailAddress }]);
  });
});
