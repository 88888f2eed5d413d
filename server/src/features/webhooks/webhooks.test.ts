import type { Webhook, WebhookDelivery } from '@kerb/domain/webhooks/webhooks.contract.ts';
import { callableUrl } from '@kerb/server/features/webhooks/change-webhook.ts';
import { httpWebhooks } from '@kerb/server/gateways/webhooks/http-webhooks.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let [admin, manager]: Person[] = [];
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  admin = await build.aPerson('admin');
});
beforeEach(async () => {
  tenantId = await build.aTenant();
  manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
});

const url = 'http://127.0.0.1:9/kerb';
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, body?: object, headers = {}) =>
  stage.as(manager!.userId)(method, address, body, headers);
const register = (more: object = {}) =>
  call('POST', `/v1/tenants/${tenantId}/webhooks`, { url, events: ['campaign_create'], ...more });
const registered = async (more: object = {}): Promise<Webhook & { secret: string }> => (await register(more)).json();
const list = async (): Promise<Webhook[]> => (await call('GET', `/v1/tenants/${tenantId}/webhooks`)).json().items;

describe('registering a webhook', () => {
  it('shows its secret once, and stores it encrypted', async () => {
    const { secret, id } = await registered();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(await list()).toMatchObject([{ id, url, active: true, displayName: manager!.displayName }]);
    expect(JSON.stringify(await list())).not.toContain(secret);
    const row = await stage.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.sealedSecret.toString()).not.toContain(secret);
    const log = await stage.db.selectFrom('logEntries').selectAll().where('targetTenantId', '=', tenantId).execute();
    expect(log.at(-1)).toMatchObject({ activityCode: 'tenant_update', description: 'Webhook registered' });
    expect(JSON.stringify(log)).not.toContain(secret);
  });

  // biome-ignore format: a table
  it.each([
    [{ url: '' },                             'url'],
    [{ url: 'nonsense' },                     'url'],
    [{ url: 'ftp://example.com/' },           'url'],
    [{ url: 'https://a:b@example.com/' },     'url'],
    [{ events: [] },                          'events'],
    [{ events: ['tenant_update'] },           'events.0'],
    [{ colour: 'red' },                       'colour'],
  ])('with %o is refused with an error on %s', async (more, field) => {
    const answer = await register(more);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().validation).toHaveProperty([field]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://inside.example.com/',
    'http://example.com/',
  ])('to %s is refused if the server may not call its own machine and network', async (address) => {
    const resolveAll = async () => [{ address: '10.0.0.5', family: 4 }];
    const gateway = httpWebhooks({ reachesPrivate: false, resolveAll });
    await expect(callableUrl(gateway, address)).rejects.toMatchObject({ validation: { url: [{ type: 'notValid' }] } });
  });

  it('is limited to ten', async () => {
    for (let count = 0; count < 10; count += 1) expect((await register()).statusCode).toBe(201);
    expect((await register()).statusCode).toBe(409);
    expect(await list()).toHaveLength(10);
  });
});

describe('a webhook', () => {
  it('can be changed only with its current version', async () => {
    const { id, href } = await registered();
    const { headers } = await call('GET', href);
    const change = { url: `${url}/other`, events: ['invoice_pay', 'invoice_pay'] };
    expect((await call('PUT', href, change, { 'if-match': headers.etag })).json()).toMatchObject({
      id,
      url: `${url}/other`,
      events: ['invoice_pay'],
    });
    expect((await call('PUT', href, { active: false }, { 'if-match': headers.etag })).statusCode).toBe(412);
    expect((await call('PUT', href, { url: 'nonsense' })).json().validation).toHaveProperty('url');
  });

  it('can be switched off, with its waiting deliveries, and on again', async () => {
    const { id, href } = await registered();
    await build.aCampaign(manager!, tenantId);
    expect((await call('PUT', href, { active: false })).json()).toMatchObject({
      active: false,
      disabledReason: 'owner',
    });
    await build.aCampaign(manager!, tenantId);
    const { items } = (await call('GET', `${href}/deliveries`)).json();
    expect(items.map(({ state }: WebhookDelivery) => state)).toEqual(['failed']);
    expect((await call('POST', `${href}/test`)).statusCode).toBe(409);
    expect((await call('POST', `${items[0].href}/resend`)).statusCode).toBe(409);
    await stage.db
      .updateTable('webhooks')
      .set({ failures: 30, failingSinceDate: realNow() })
      .where('id', '=', id)
      .execute();
    expect((await call('PUT', href, { active: true })).json()).toMatchObject({ active: true, failingSinceDate: null });
    expect((await call('POST', `${items[0].href}/resend`)).json().state).toBe('waiting');
  });

  it('is deleted with its log', async () => {
    const { href } = await registered();
    await build.aCampaign(manager!, tenantId);
    expect((await call('DELETE', href)).statusCode).toBe(204);
    expect((await call('GET', href)).statusCode).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('of another organisation responds 404', async () => {
    const { href } = await registered();
    await build.aCampaign(manager!, tenantId);
    const { items } = (await call('GET', `${href}/deliveries`)).json();
    const stranger = await build.aPerson('tenant_user', { tenantId: await build.aTenant(), as: 'manager' });
    const theirs = stage.as(stranger.userId);
    expect((await theirs('GET', href)).statusCode).toBe(404);
    expect((await theirs('POST', `${href}/rotate-secret`)).statusCode).toBe(404);
    expect((await theirs('POST', `${items[0].href}/resend`)).statusCode).toBe(404);
    expect((await stage.as(admin!.userId)('GET', href)).statusCode).toBe(200);
  });
});

describe('an event', () => {
  const eventsOf = async (id: number): Promise<{ type: string }[]> =>
    (await call('GET', `/v1/webhooks/${id}/deliveries`))
      .json()
      .items.map(({ requestBody }: WebhookDelivery) => JSON.parse(requestBody));

  it('is written for each webhook of its organisation that subscribed to it, and for no other', async () => {
    const [created, changed] = [await registered(), await registered({ events: ['campaign_status_change'] })];
    await build.aCampaign(manager!, tenantId, { status: 'waiting-invite' });
    const elsewhere = await build.aTenant();
    await build.aCampaign(await build.aPerson('tenant_user', { tenantId: elsewhere, as: 'manager' }), elsewhere);
    expect((await eventsOf(created.id)).map(({ type }) => type)).toEqual(['campaign_create']);
    expect(await eventsOf(changed.id)).toMatchObject([
      { type: 'campaign_status_change', changes: { status: { before: 'draft', after: 'waiting-invite' } } },
    ]);
  });

  it('is not written if the change fails', async () => {
    const { id } = await registered();
    const twice = build.aPayer();
    await expect(build.aCampaign(manager!, tenantId, { payers: [twice, twice] })).rejects.toThrow();
    expect(await eventsOf(id)).toEqual([]);
  });

  it('contains nothing that the organisation may not see', async () => {
    const { id } = await registered({ events: ['campaign_update'] });
    const campaign = await build.aCampaign(manager!, tenantId);
    const save = (body: object) => stage.as(admin!.userId)('PUT', `/v1/agreements/${campaign.id}`, body);
    expect((await save({ campaignNotes: 'for our eyes' })).statusCode).toBe(200);
    expect(await eventsOf(id)).toEqual([]);
    expect((await save({ campaignBudget: 5000, campaignNotes: 'more for our eyes' })).statusCode).toBe(200);
    expect(await eventsOf(id)).toMatchObject([{ changes: { campaignBudget: { before: 4200, after: 5000 } } }]);
    expect(JSON.stringify(await eventsOf(id))).not.toContain('our eyes');
  });
});
