import { createRequire } from 'node:module';
import type { WebhookEvent } from '@kerb/domain/webhooks/campaign-events.ts';
import { deliverEvents } from '@kerb/server/features/webhooks/deliver-events.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../server/test/builders.ts';
import { caughtUp } from '../../server/test/caught-up.ts';
import { startReceiver } from '../../server/test/webhook-receiver.ts';
import { beginning, createClient, each, etagOf, type KerbProblem, pages, verifyWebhook } from '../src/kerb.ts';
import { newCampaign, type Served, startServed } from './served.ts';

type StandardWebhooks = { Webhook: new (secret: string) => { verify: (body: string, headers: object) => unknown } };
const standard: StandardWebhooks = createRequire(import.meta.url)('standardwebhooks');

let served: Served;
const clientOf = (more: object = {}) =>
  createClient({ baseUrl: served.baseUrl, ...served.credentials, sleep: async () => {}, ...more });

beforeAll(async () => {
  served = await startServed();
});

const thrownBy = (call: Promise<unknown>): Promise<KerbProblem> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: KerbProblem) => error,
  );

describe('the client and a server', () => {
  it('create one campaign, even if the answer is lost on the way', async () => {
    let isLost = true;
    const lossy: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      if (init?.method !== 'POST' || !String(address).endsWith('/v1/agreements') || !isLost) return response;
      isLost = false;
      await response.arrayBuffer();
      throw new TypeError('fetch failed');
    };
    const client = clientOf({ fetch: lossy });
    const { id } = await client.campaigns.create(newCampaign(served.tenantId, { externalRef: 'CRM-1' }));
    expect(isLost).toBe(false);
    expect((await client.campaigns.list({ externalRef: 'CRM-1' })).items.map((each) => each.id)).toEqual([id]);
    const again = await thrownBy(client.campaigns.create(newCampaign(served.tenantId, { externalRef: 'CRM-1' })));
    expect(again).toMatchObject({ status: 409, existing: { id, href: `/v1/agreements/${id}` } });
  });

  it('save with the version that was read, and refuse an older one', async () => {
    const client = clientOf();
    const made = await client.campaigns.create(newCampaign(served.tenantId));
    const read = await client.campaigns.get({ id: made.id });
    const ifMatch = etagOf(read) ?? '';
    const saved = await client.campaigns.save({ id: made.id }, { name: 'First' }, { ifMatch });
    expect(saved.name).toBe('First');
    const stale = await thrownBy(client.campaigns.save({ id: made.id }, { name: 'Second' }, { ifMatch }));
    expect(stale.status).toBe(412);
    const wrong = await thrownBy(client.campaigns.save({ id: made.id }, { campaignBudget: -1 }));
    expect([wrong.code, Object.keys(wrong.fields), wrong.requestId]).toEqual([
      'invalid',
      ['campaignBudget'],
      expect.any(String),
    ]);
    expect((await thrownBy(client.campaigns.get({ id: 999_999 }))).code).toBe('not-found');
  });

  it('save once, even if the answer is lost, and still tell of a change by somebody else', async () => {
    const { stage, tenantId, manager } = served;
    const hook = { url: 'http://127.0.0.1:9/none', events: ['campaign_create'] };
    const made = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, hook);
    const webhookId: number = made.json().id;
    const read = async () => etagOf(await clientOf().webhooks.get({ webhookId })) ?? '';
    /** Sends each first PUT, or not, then runs what happens meanwhile, and loses the answer. */
    const losing = (isSent: boolean, meanwhile: () => Promise<unknown>): typeof fetch => {
      let isLost = false;
      return async (address, init) => {
        if (init?.method !== 'PUT' || isLost) return fetch(address, init);
        isLost = true;
        if (isSent) await (await fetch(address, init)).arrayBuffer();
        await meanwhile();
        throw new TypeError('fetch failed');
      };
    };
    const nothing = async () => {};
    type Events = WebhookEvent[];
    const others = (events: Events) => () => clientOf().webhooks.save({ webhookId }, { events });
    const save = async (events: Events, isSent: boolean, meanwhile: () => Promise<unknown>) => {
      const ifMatch = await read();
      return clientOf({ fetch: losing(isSent, meanwhile) }).webhooks.save({ webhookId }, { events }, { ifMatch });
    };
    const saved = await save(['invoice_pay'], true, nothing);
    expect([saved.events, etagOf(saved)]).toEqual([['invoice_pay'], await read()]);
    expect((await save(['campaign_create'], false, nothing)).events).toEqual(['campaign_create']);
    const overwritten = save(['invoice_pay'], true, others(['agreement_sign']));
    expect((await thrownBy(overwritten)).status).toBe(412);
    expect((await thrownBy(save(['invoice_pay'], false, others(['campaign_create'])))).status).toBe(412);
    // Somebody else saved exactly this: the record has what was sent, and the answer has their version.
    const same = await save(['agreement_sign'], false, others(['agreement_sign']));
    expect([same.events, etagOf(same)]).toEqual([['agreement_sign'], await read()]);
  });

  it('read every campaign and payer in pages, and later only what changed', async () => {
    const client = clientOf();
    for (let made = 0; made < 3; made += 1) await client.campaigns.create(newCampaign(served.tenantId));
    await caughtUp(served.stage);
    let cursor = '';
    const ids: number[] = [];
    for await (const { items, nextCursor } of pages(client.campaigns.list, { updatedSince: beginning, perPage: 2 })) {
      ids.push(...items.map(({ id }) => id));
      cursor = nextCursor;
    }
    expect(ids.length).toBeGreaterThanOrEqual(3);
    expect(new Set(ids).size).toBe(ids.length);
    const payers = await Array.fromAsync(each(client.signatories.list, { updatedSince: beginning, perPage: 2 }));
    expect(payers).toHaveLength(ids.length);
    await client.campaigns.save({ id: ids[0] ?? 0 }, { name: 'Changed' });
    await caughtUp(served.stage);
    const changed = await Array.fromAsync(each(client.campaigns.list, { cursor }));
    expect(changed.map(({ id, name }) => [id, name])).toEqual([[ids[0], 'Changed']]);
  });

  it('read properties, the team and deliveries in the order of changes', async () => {
    const { stage, tenantId, manager } = served;
    const client = clientOf();
    await stage.db.updateTable('tenants').set({ allowAddingProperty: true }).where('id', '=', tenantId).execute();
    const { id } = await client.campaigns.create(newCampaign(tenantId));
    const place = { address: '7 Cursor Street', city: 'Sydney', state: 'NSW', postalCode: '2000' };
    const sale = { natureOfOwnership: 'investment', sellingPriceMin: 500_000, sellingPriceMax: 600_000 } as const;
    await client.properties.add({ id }, { ...place, ...sale });
    const hook = { url: 'http://127.0.0.1:9/none', events: ['campaign_create'] };
    const made = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, hook);
    const webhookId: number = made.json().id;
    await client.webhooks.test({ webhookId });
    const leaver = await buildersFor(stage).aPerson('tenant_user', { tenantId, as: 'employee' });
    await caughtUp(stage);
    const properties = await Array.fromAsync(each(client.properties.list, { updatedSince: beginning, perPage: 1 }));
    expect(properties.map(({ address }) => address)).toContain(place.address);
    const deliveries = await Array.fromAsync(
      each(client.webhooks.deliveries, { webhookId, updatedSince: beginning, perPage: 1 }),
    );
    expect(deliveries.map(({ type }) => type)).toEqual(['ping']);
    const team = await Array.fromAsync(pages(client.team.list, { tenantId, updatedSince: beginning }));
    expect(team.flatMap(({ items }) => items.map(({ userId }) => userId))).toContain(leaver.userId);
    await stage.as(manager.userId)('DELETE', `/v1/tenants/${tenantId}/users/${leaver.userId}`);
    await caughtUp(stage);
    const cursor = team.at(-1)?.nextCursor ?? '';
    const later = await Array.fromAsync(pages(client.team.list, { tenantId, cursor }));
    const removed = { href: `/v1/tenants/${tenantId}/users/${leaver.userId}`, userId: leaver.userId };
    expect(later).toMatchObject([{ items: [], removed: [removed] }]);
  });

  it('upload a document and download it again', async () => {
    const client = clientOf();
    const { id } = await client.campaigns.create(newCampaign(served.tenantId));
    const text = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
    const asset = new File([text], 'schedule.pdf', { type: 'application/pdf' });
    const stored = await client.documents.upload({ tenantId: served.tenantId, asset, purpose: 'marketing' });
    await client.documents.attach({
      agreement: { href: `/v1/agreements/${id}` },
      asset: { href: stored.href },
      purpose: 'marketing',
    });
    const [filed] = (await client.documents.list({ agreementId: id })).items;
    const file = await client.documents.download({ id: filed?.asset.id ?? stored.id });
    expect(await file.text()).toBe(text);
  });
});

describe('a delivered webhook', () => {
  it('is verified by the client and by the library of Standard Webhooks, and a changed one by neither', async () => {
    const { stage, tenantId, manager } = served;
    const receiver = await startReceiver();
    const events: WebhookEvent[] = ['campaign_create', 'signatory_create'];
    const made = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, {
      url: receiver.url,
      events,
    });
    const { secret }: { secret: string } = made.json();
    const { id } = await clientOf().campaigns.create(newCampaign(tenantId));
    await deliverEvents(stage.deps);
    receiver.kill();
    expect(receiver.received).toHaveLength(2);
    for (const { headers, body } of receiver.received) {
      const event = await verifyWebhook({ body, headers, secret });
      expect(event.agreement).toMatchObject({ href: `/v1/agreements/${id}` });
      expect(new standard.Webhook(secret).verify(body, headers)).toEqual(event);
      const forged = body.replace(String(id), String(id + 1));
      await expect(verifyWebhook({ body: forged, headers, secret })).rejects.toMatchObject({
        fault: 'wrong-signature',
      });
      expect(() => new standard.Webhook(secret).verify(forged, headers)).toThrow();
      const wrong = `whsec_${Buffer.alloc(32).toString('base64')}`;
      await expect(verifyWebhook({ body, headers, secret: wrong })).rejects.toThrow();
      expect(await verifyWebhook({ body, headers, secret: [wrong, secret] })).toEqual(event);
    }
  });
});
