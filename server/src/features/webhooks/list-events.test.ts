import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { deleteOldEvents } from '@kerb/server/features/webhooks/list-events.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { caughtUp } from '../../../test/caught-up.ts';
import { clientsOn } from '../../../test/clients.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let clients: ReturnType<typeof clientsOn>;
let tenantId: number;
let manager: Person;
let call: ReturnType<ReturnType<typeof clientsOn>['withToken']>;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  clients = clientsOn(stage);
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  call = clients.withToken(await clients.tokenOf(await clients.aClient(manager.userId, tenantId)));
});

type Event = { id: string; type: string; agreement: { href: string }; subject?: { href: string } };

async function eventsAfter(cursor: string | null) {
  await caughtUp(stage);
  const items: Event[] = [];
  for (let next = cursor; ; ) {
    const answer = await call('GET', `/v1/events?perPage=3${next === null ? '' : `&cursor=${next}`}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const page = answer.json();
    items.push(...page.items);
    next = page.nextCursor;
    if (!page.hasMore) return { items, cursor: String(next) };
  }
}

describe('the feed of events', () => {
  it('has each event once, with the body and id that webhooks get', async () => {
    const hook = {
      url: 'http://127.0.0.1:9/feed',
      events: ['campaign_create', 'campaign_update', 'signatory_create'],
    };
    const registered = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, hook);
    expect(registered.statusCode, registered.body).toBe(201);
    const { cursor } = await eventsAfter(null);
    const made = await call('POST', '/v1/agreements', {
      tenant: { href: `/v1/tenants/${tenantId}` },
      campaignBudget: 4_200,
      campaignPlannedStartDate: '2026-12-01',
      campaignBudgetFundsPurpose: 'marketing',
      externalRef: 'CRM-9',
      metadata: { office: 'North' },
      vendors: [build.aPayer()],
    });
    const { id } = made.json();
    await call('PUT', `/v1/agreements/${id}`, { agentNotes: 'Called.' });
    const { items, cursor: after } = await eventsAfter(cursor);
    expect(items.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['campaign_create', 'signatory_create', 'campaign_update']),
    );
    const sent = await stage.db.selectFrom('webhookDeliveries').select('body').where('agreementId', '=', id).execute();
    const subscribed = items.filter(({ type }) => hook.events.includes(type));
    expect(subscribed).toEqual(sent.map(({ body }) => JSON.parse(body)));
    expect(items[0]).toMatchObject({ agreement: { externalRef: 'CRM-9', metadata: { office: 'North' } } });
    const payer = (await call('GET', `/v2/campaigns/${id}/vendors`)).json().items[0];
    expect(items.find(({ type }) => type === 'signatory_create')?.subject).toEqual({
      href: `/v1/signatories/${payer.id}`,
    });
    expect(items.find(({ type }) => type === 'campaign_update')).toMatchObject({ changedFields: ['agentNotes'] });
    expect((await eventsAfter(after)).items).toEqual([]);
  });

  it('names the changed fields of a payer and not their values', async () => {
    const campaign = await build.aCampaign(manager, tenantId);
    const { cursor } = await eventsAfter(null);
    await call('PUT', `/v1/signatories/${campaign.payers[0]!.id}`, { surname: 'Secretname' });
    const { items } = await eventsAfter(cursor);
    expect(items).toMatchObject([
      {
        type: 'signatory_update',
        changedFields: ['surname'],
        subject: { href: `/v1/signatories/${campaign.payers[0]!.id}` },
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('Secretname');
  });

  it('has only the events of the program’s organisation, and none that its team may not see', async () => {
    const elsewhere = await build.aTenant();
    const theirs = await build.aPerson('tenant_user', { tenantId: elsewhere, as: 'manager' });
    const { cursor } = await eventsAfter(null);
    await build.aCampaign(theirs, elsewhere);
    const mine = await build.aCampaign(manager, tenantId);
    const admin = await build.aPerson('admin');
    await stage.as(admin.userId)('PUT', `/v1/agreements/${mine.id}`, { campaignNotes: 'Margin' });
    const { items } = await eventsAfter(cursor);
    expect(new Set(items.map(({ agreement }) => agreement.href))).toEqual(new Set([`/v1/agreements/${mine.id}`]));
    expect(JSON.stringify(items)).not.toContain('Margin');
    expect((await call('GET', `/v1/events?tenantId=${elsewhere}`)).statusCode).toBe(404);
    expect((await stage.as(admin.userId)('GET', '/v1/events')).statusCode).toBe(400);
    expect((await stage.as(admin.userId)('GET', `/v1/events?tenantId=${elsewhere}`)).statusCode).toBe(200);
    expect((await call('GET', '/v1/events?type=campaign_create')).json().items).not.toContainEqual(
      expect.objectContaining({ type: 'signatory_create' }),
    );
  });

  it('forgets events after 30 days', async () => {
    const campaign = await build.aCampaign(manager, tenantId);
    const events = () => stage.db.selectFrom('events').selectAll().where('agreementId', '=', campaign.id).execute();
    const old = addMinutes(realNow(), -31 * 24 * 60);
    const [first] = await events();
    await stage.db.updateTable('events').set({ creationDate: old }).where('id', '=', first!.id).execute();
    const before = (await events()).length;
    await deleteOldEvents(stage.db);
    expect(await events()).toHaveLength(before - 1);
  });
});
