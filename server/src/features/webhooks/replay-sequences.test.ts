import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import type { Webhook, WebhookDelivery } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { deliverEvents } from '@kerb/server/features/webhooks/deliver-events.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { startReceiver } from '../../../test/webhook-receiver.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
});

const events = ['campaign_create', 'signatory_create', 'campaign_status_change'] as const;
type Step =
  | { do: 'create' }
  | { do: 'ping' }
  | { do: 'refuse'; type: (typeof events)[number] | 'all' | 'none' }
  | { do: 'wait'; minutes: number }
  | { do: 'replay'; onlyFailed: boolean };

const step = fc.oneof(
  fc.constant<Step>({ do: 'create' }),
  fc.constant<Step>({ do: 'ping' }),
  fc.record({ do: fc.constant('refuse' as const), type: fc.constantFrom(...events, 'all' as const, 'none' as const) }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(0, 2, 6, 40, 200, 400) }),
  fc.record({ do: fc.constant('replay' as const), onlyFailed: fc.boolean() }),
);

/** An organisation with a webhook, and a receiver that refuses some types of events. */
async function aHook() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const receiver = await startReceiver();
  const call = (method: 'GET' | 'POST', path: string, body?: object) => stage.as(manager.userId)(method, path, body);
  const hook: Webhook = (await call('POST', `/v1/tenants/${tenantId}/webhooks`, { url: receiver.url, events })).json();
  const refused: { type: string } = { type: 'none' };
  receiver.answer.before = async () => {
    const type = receiver.received.at(-1)?.event.type;
    receiver.answer.status = refused.type === 'all' || refused.type === type ? 503 : 204;
  };
  const deliveries = async (): Promise<WebhookDelivery[]> => {
    const { items } = (await call('GET', `${hook.href}/deliveries?perPage=100`)).json();
    return items.toReversed();
  };
  const create = () => build.aCampaign(manager, tenantId, { status: 'waiting-invite' });
  return { hook, receiver, refused, call, deliveries, create };
}

type Received = Awaited<ReturnType<typeof aHook>>['receiver']['received'];

/** The ids that arrived for each campaign, in the order in which they arrived. */
const arrivedOf = (received: Received) =>
  Object.groupBy(
    received.filter(({ event }) => event.type !== 'ping'),
    ({ body }) => String(JSON.parse(body).agreement.href),
  );

async function run(steps: readonly Step[]): Promise<void> {
  const { hook, receiver, refused, call, deliveries, create } = await aHook();
  const since = addMinutes(realNow(), -1);
  let now: Moment = addMinutes(realNow(), 1);
  const replay = async (onlyFailed: boolean) => {
    const before = (await deliveries()).filter(({ type }) => type !== 'ping');
    const isMeant = ({ state }: WebhookDelivery) => state === 'failed' || (state === 'delivered' && !onlyFailed);
    const answer = await call('POST', `${hook.href}/replay`, { since, onlyFailed });
    expect([answer.statusCode, answer.json()]).toEqual([202, { events: before.filter(isMeant).length }]);
  };
  for (const each of steps) {
    if (each.do === 'create') await create();
    else if (each.do === 'ping') await call('POST', `${hook.href}/test`);
    else if (each.do === 'refuse') refused.type = each.type;
    else if (each.do === 'wait') {
      now = addMinutes(now, each.minutes);
      await deliverEvents(stage.deps, now);
    } else await replay(each.onlyFailed);
  }
  // The receiver works again. What was given up is asked for again, and everything arrives.
  refused.type = 'none';
  now = addMinutes(now, 800);
  await deliverEvents(stage.deps, now);
  await replay(true);
  await deliverEvents(stage.deps, now);
  const all = await deliveries();
  expect(all.map(({ state }) => state)).toEqual(all.map(() => 'delivered'));

  // A whole replay sends each event once more, in the order of its campaign, with the same id and body. No test.
  const first = receiver.received.length;
  await replay(false);
  await deliverEvents(stage.deps, now);
  const again = receiver.received.slice(first);
  expect(again.map(({ event }) => event.type)).not.toContain('ping');
  const written = all.filter(({ type }) => type !== 'ping');
  expect(again.map(({ event }) => event.id).toSorted()).toEqual(written.map(({ eventId }) => eventId).toSorted());
  for (const arrived of Object.values(arrivedOf(again))) {
    const ids = (arrived ?? []).map(({ event }) => event.id);
    expect(ids).toEqual(written.map(({ eventId }) => eventId).filter((id) => ids.includes(id)));
  }
  const bodies = new Map(written.map(({ eventId, requestBody }) => [eventId, requestBody]));
  for (const { event, body } of receiver.received.filter((each) => each.event.type !== 'ping'))
    expect(body).toBe(bodies.get(event.id));
  receiver.kill();
}

describe('events that are sent again', () => {
  it('all arrive, in order and with their ids, whatever was refused and asked for before', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), run), { numRuns: 8 });
  }, 120_000);
});
