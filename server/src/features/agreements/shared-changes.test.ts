import { must } from '@kerb/domain/kernel/must.ts';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { caughtUp } from '../../../test/caught-up.ts';
import { clientsOn } from '../../../test/clients.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { onPostgres } from '../../../test/test-database.ts';
import { unguarded } from '../../../test/unguarded.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let clients: ReturnType<typeof clientsOn>;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  clients = clientsOn(stage);
});

type Item = { id?: number; userId?: number; surname?: string; description?: string; url?: string; href: string };
type Answer = { items: Item[]; removed?: Item[]; nextCursor: string; hasMore: boolean; totalItems?: number };
type Get = (path: string) => Promise<{ statusCode: number; body: string; json: () => Answer }>;

const at = '2026-11-01T00:00:00.000Z';
const from = '2020-01-01T00:00:00.000Z';
const idOf = ({ id, userId }: Item): number => must(id ?? userId, 'id');
/** The list of webhooks has at most ten, and no perPage. */
const pagedBy = (list: string) => (list.endsWith('/webhooks') ? '' : 'perPage=2&');
const withQuery = (list: string, query: string) => `${list}${list.includes('?') ? '&' : '?'}${query}`;

async function anOrganisation() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const call = clients.withToken(await clients.tokenOf(await clients.aClient(manager.userId, tenantId)));
  const get: Get = (path) => call('GET', path);
  return { tenantId, manager, get };
}
type Organisation = Awaited<ReturnType<typeof anOrganisation>>;

/** Reads pages until there are no more. */
async function readAll(get: Get, list: string, cursor: string | null = null) {
  await caughtUp(stage);
  const [items, removed]: [Item[], Item[]] = [[], []];
  for (let next = cursor; ; ) {
    const query = next === null ? `updatedSince=${from}` : `cursor=${next}`;
    const answer = await get(withQuery(list, `${pagedBy(list)}${query}`));
    expect(answer.statusCode, answer.body).toBe(200);
    const page = answer.json();
    items.push(...page.items);
    removed.push(...(page.removed ?? []));
    next = page.nextCursor;
    if (!page.hasMore) return { ids: items.map(idOf), items, removed: removed.map(idOf), cursor: next };
  }
}

async function aProperty(): Promise<number> {
  const place = { address: '1 Sync Street', city: 'Sydney', state: 'NSW', postalCode: '2000' };
  const { id } = await stage.db
    .insertInto('properties')
    .values({ ...place, createdDate: at, lastUpdateDate: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const useProperty = (campaignId: number, propertyId: number | null) =>
  stage.db.updateTable('agreements').set({ propertyId }).where('id', '=', campaignId).execute();

async function aListing({ manager, tenantId }: Organisation, propertyId?: number) {
  const used = propertyId ?? (await aProperty());
  const { id } = await build.aCampaign(manager, tenantId);
  await useProperty(id, used);
  return { campaignId: id, propertyId: used };
}

async function aWebhook({ manager, tenantId }: Organisation): Promise<number> {
  const body = { url: 'http://127.0.0.1:9/none', events: ['campaign_create'] };
  const made = await stage.as(manager.userId)('POST', `/v1/tenants/${tenantId}/webhooks`, body);
  return made.json().id;
}

async function aDelivery(webhookId: number): Promise<number> {
  const event = { eventId: 'evt_1', type: 'ping' as const, agreementId: null, body: '{}' };
  const { id } = await stage.db
    .insertInto('webhookDeliveries')
    .values({ ...event, webhookId, state: 'delivered', nextAttemptDate: at, creationDate: at, deliveredDate: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('properties in the order of changes', () => {
  const list = '/v1/properties';

  it('has every property of the organisation once, and then only what changed', async () => {
    const here = await anOrganisation();
    const made = [await aListing(here), await aListing(here), await aListing(here)];
    await aListing(here, must(made[0], 'first').propertyId);
    await aListing(await anOrganisation());
    const first = await readAll(here.get, list);
    expect(first.ids.toSorted()).toEqual(made.map(({ propertyId }) => propertyId).toSorted());
    const { propertyId } = must(made[1], 'second');
    await stage.as(here.manager.userId)('PUT', `/v1/properties/${propertyId}`, { description: 'With a garden' });
    const changed = await readAll(here.get, list, first.cursor);
    expect(changed.items).toMatchObject([{ id: propertyId, description: 'With a garden' }]);
    expect((await readAll(here.get, list, changed.cursor)).ids).toEqual([]);
  });

  it('has a property that a campaign gets, in each organisation that uses it, and none that it lost', async () => {
    const [here, there] = [await anOrganisation(), await anOrganisation()];
    const { campaignId, propertyId } = await aListing(here);
    const [mine, theirs] = [await readAll(here.get, list), await readAll(there.get, list)];
    await aListing(there, propertyId);
    expect((await readAll(there.get, list, theirs.cursor)).ids).toEqual([propertyId]);
    const other = await aProperty();
    await useProperty(campaignId, other);
    expect((await readAll(here.get, list, mine.cursor)).ids).toEqual([other]);
    await useProperty(campaignId, null);
    await stage.db.deleteFrom('properties').where('id', '=', other).execute();
    expect((await readAll(here.get, list)).ids).toEqual([]);
  });

  it('shows a program of one agent their properties, also one of a campaign that they take over', async () => {
    const here = await anOrganisation();
    const { tenantId, manager } = here;
    const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    const { campaignId, propertyId } = await aListing(here);
    const agentUser = { href: `/v1/users/${agent.userId}` };
    const made = await clients.aClient(manager.userId, tenantId, { scopes: ['campaigns:read'], agentUser });
    const call = clients.withToken(await clients.tokenOf(made));
    const get: Get = (path) => call('GET', path);
    const before = await readAll(get, list);
    expect(before.ids).toEqual([]);
    const taken = { agentUserId: agent.userId };
    await stage.db.updateTable('agreements').set(taken).where('id', '=', campaignId).execute();
    expect((await readAll(get, list, before.cursor)).ids).toEqual([propertyId]);
  });

  it('refuses other filters, organisations and their cursors; tenantId filters the ordinary list too', async () => {
    const [here, there] = [await anOrganisation(), await anOrganisation()];
    const { propertyId } = await aListing(here);
    const { cursor } = await readAll(here.get, list);
    for (const query of [`address=Sync&cursor=${cursor}`, `page=2&cursor=${cursor}`, 'cursor=nonsense']) {
      expect((await here.get(withQuery(list, query))).statusCode, query).toBe(400);
    }
    expect((await there.get(`${list}?cursor=${cursor}`)).statusCode).toBe(400);
    expect((await there.get(`${list}?tenantId=${here.tenantId}&updatedSince=${from}`)).statusCode).toBe(404);
    expect((await here.get(`${list}?updatedSince=2100-01-01T00:00:00.000Z`)).json().items).toEqual([]);
    const ofHere = (await here.get(`${list}?tenantId=${here.tenantId}`)).json();
    expect([ofHere.items.map(idOf), ofHere.totalItems]).toEqual([[propertyId], 1]);
    expect((await here.get(`${list}?tenantId=${there.tenantId}`)).json().items).toEqual([]);
  });
});

describe('a team in the order of changes', () => {
  it('has every member once, then who changed, joined, left and was disabled', async () => {
    const { tenantId, manager, get } = await anOrganisation();
    const list = `/v1/tenants/${tenantId}/users`;
    const place = { tenantId, as: 'employee' as const };
    const [anna, ben, cleo] = [
      await build.aPerson('tenant_user', place),
      await build.aPerson('tenant_user', place),
      await build.aPerson('tenant_user', place),
    ];
    const first = await readAll(get, list);
    expect(first.ids.toSorted()).toEqual([manager, anna, ben, cleo].map(({ userId }) => userId).toSorted());
    const asManager = stage.as(manager.userId);
    await asManager('PUT', `${list}/${anna.userId}`, { surname: 'Renamed' });
    await stage.db.updateTable('users').set({ standingSince: at }).where('id', '=', manager.userId).execute();
    const second = await readAll(get, list, first.cursor);
    expect(second.items).toMatchObject([{ userId: anna.userId, surname: 'Renamed' }]);
    await asManager('DELETE', `${list}/${ben.userId}`);
    await stage.db.updateTable('users').set({ disabledDate: at }).where('id', '=', cleo.userId).execute();
    const third = await readAll(get, list, second.cursor);
    expect([third.ids, third.removed.toSorted()]).toEqual([[], [ben.userId, cleo.userId].toSorted()]);
    const other = await anOrganisation();
    await stage.db
      .insertInto('tenantUsers')
      .values({ tenantId: other.tenantId, userId: anna.userId, tenantUserType: 'employee' })
      .execute();
    // Whether her details can be edited here depends on her other organisations.
    expect((await readAll(get, list, third.cursor)).ids).toEqual([anna.userId]);
    expect((await get(list)).json()).not.toHaveProperty('removed');
    expect((await other.get(`/v1/tenants/${other.tenantId}/users?cursor=${third.cursor}`)).statusCode).toBe(400);
  });
});

describe('webhooks in the order of changes', () => {
  it('has every webhook once, then one that changed, one whose owner got another name, and deleted ones', async () => {
    const here = await anOrganisation();
    const list = `/v1/tenants/${here.tenantId}/webhooks`;
    const [first, second] = [await aWebhook(here), await aWebhook(here)];
    await aWebhook(await anOrganisation());
    const all = await readAll(here.get, list);
    expect(all.ids).toEqual([first, second]);
    const asManager = stage.as(here.manager.userId);
    await asManager('PUT', `/v1/webhooks/${second}`, { active: false });
    const off = await readAll(here.get, list, all.cursor);
    expect(off.items).toMatchObject([{ id: second, active: false }]);
    await stage.db.updateTable('users').set({ surname: 'Renamed' }).where('id', '=', here.manager.userId).execute();
    const renamed = await readAll(here.get, list, off.cursor);
    expect(renamed.items).toMatchObject([
      { id: first, displayName: expect.stringContaining('Renamed') },
      { id: second },
    ]);
    await asManager('DELETE', `/v1/webhooks/${first}`);
    const deleted = await readAll(here.get, list, renamed.cursor);
    expect([deleted.ids, deleted.removed]).toEqual([[], [first]]);
    const other = await anOrganisation();
    expect((await other.get(`/v1/tenants/${other.tenantId}/webhooks?cursor=${all.cursor}`)).statusCode).toBe(400);
    expect((await here.get(list)).json()).not.toHaveProperty('removed');
  });
});

describe('organisations in the order of changes', () => {
  const list = '/v1/tenants';
  const flagsOf = (tenantId: number) =>
    sql`insert into tenant_finance_options (tenant_id, option_code, active, enabled, last_update_date)
      values (${tenantId}, 'pn', true, true, ${at})
      on conflict (tenant_id, option_code) do update set active = not tenant_finance_options.active`;

  it('shows a program its own: again if it or its payment options change', async () => {
    const [here, there] = [await anOrganisation(), await anOrganisation()];
    const first = await readAll(here.get, list);
    expect(first.ids).toEqual([here.tenantId]);
    const rename = (tenantId: number) =>
      stage.db
        .updateTable('tenants')
        .set({ name: `Renamed ${tenantId}` })
        .where('id', '=', tenantId)
        .execute();
    await rename(there.tenantId);
    const unchanged = await readAll(here.get, list, first.cursor);
    expect(unchanged.ids).toEqual([]);
    await rename(here.tenantId);
    const renamed = await readAll(here.get, list, unchanged.cursor);
    expect(renamed.items).toMatchObject([{ id: here.tenantId, name: `Renamed ${here.tenantId}` }]);
    await flagsOf(here.tenantId).execute(stage.db);
    const flagged = await readAll(here.get, list, renamed.cursor);
    expect(flagged.ids).toEqual([here.tenantId]);
    await build.aCampaign(here.manager, here.tenantId);
    expect((await readAll(here.get, list, flagged.cursor)).items).toHaveLength(1);
  });

  it('shows an admin all of them, also which were deleted, and refuses other filters', async () => {
    const admin = await build.aPerson('admin');
    const get: Get = (path) => stage.as(admin.userId)('GET', path);
    const made = await anOrganisation();
    const empty = await build.aTenant();
    const first = await readAll(get, list);
    expect(first.ids).toEqual(expect.arrayContaining([made.tenantId, empty]));
    expect(first.ids).not.toContain(1);
    await stage.db.deleteFrom('tenants').where('id', '=', empty).execute();
    expect((await readAll(get, list, first.cursor)).removed).toEqual([empty]);
    for (const query of ['textQuery=a', 'page=2', 'sortDesc=1', 'sortBy=lastAgreementCreateDate']) {
      expect((await get(`${list}?${query}&cursor=${first.cursor}`)).statusCode, query).toBe(400);
    }
    const payer = (await build.aCampaign(made.manager, made.tenantId)).payers[0];
    const asPayer = stage.as(must(payer, 'payer').userId);
    expect((await asPayer('GET', `${list}?updatedSince=${from}`)).json().items ?? []).toEqual([]);
  });
});

describe('deliveries in the order of changes', () => {
  it('has every delivery once, and again after an attempt', async () => {
    const here = await anOrganisation();
    const [webhookId, other] = [await aWebhook(here), await aWebhook(here)];
    const list = `/v1/webhooks/${webhookId}/deliveries`;
    const ids = [await aDelivery(webhookId), await aDelivery(webhookId), await aDelivery(webhookId)];
    await aDelivery(other);
    const first = await readAll(here.get, list);
    expect(first.ids).toEqual(ids);
    const [again] = ids;
    await stage.as(here.manager.userId)('POST', `/v1/webhook-deliveries/${again}/resend`);
    expect((await readAll(here.get, list, first.cursor)).ids).toEqual([again]);
    expect((await here.get(`${list}?state=failed&cursor=${first.cursor}`)).statusCode).toBe(400);
    expect((await here.get(`/v1/webhooks/${other}/deliveries?cursor=${first.cursor}`)).statusCode).toBe(400);
    expect((await here.get(list)).json().totalItems).toBe(3);
    expect((await here.get(`${list}?updatedSince=2100-01-01T00:00:00.000Z`)).json().items).toEqual([]);
    // As a delivery from before this list existed.
    const fromBefore = sql`update webhook_deliveries set changed_xid = 0, changed_date = null where id = ${ids[2]}`;
    await unguarded(stage.db, 'webhook_deliveries', () => fromBefore.execute(stage.db));
    expect((await readAll(here.get, list)).ids).toEqual([ids[2], ids[1], again]);
  });
});

type Source = {
  list: string;
  create: () => Promise<number>;
  write: (id: number, serial: number) => RawBuilder<unknown>;
};
const sources: Record<string, (here: Organisation) => Promise<Source>> = {
  properties: async (here) => ({
    list: '/v1/properties',
    create: async () => (await aListing(here)).propertyId,
    write: (id, serial) => sql`update properties set description = ${`${serial}`} where id = ${id}`,
  }),
  team: async ({ tenantId }) => ({
    list: `/v1/tenants/${tenantId}/users`,
    create: async () => (await build.aPerson('tenant_user', { tenantId, as: 'employee' })).userId,
    write: (id, serial) => sql`update users set surname = ${`${serial}`} where id = ${id}`,
  }),
  webhooks: async (here) => {
    const first = await aWebhook(here);
    const copy = sql<{ id: number }>`
      insert into webhooks (tenant_id, url, events, sealed_secret, creation_date, last_update_date)
      select tenant_id, url, events, sealed_secret, creation_date, last_update_date from webhooks
      where id = ${first} returning id`;
    return {
      list: `/v1/tenants/${here.tenantId}/webhooks`,
      create: async () => must((await copy.execute(stage.db)).rows[0], 'webhook').id,
      write: (id, serial) => sql`update webhooks set url = ${`${serial}`} where id = ${id}`,
    };
  },
  deliveries: async (here) => {
    const webhookId = await aWebhook(here);
    return {
      list: `/v1/webhooks/${webhookId}/deliveries`,
      create: () => aDelivery(webhookId),
      write: (id, serial) => sql`update webhook_deliveries set body = ${`${serial}`} where id = ${id}`,
    };
  },
};

const textOf = (item: Item): string | undefined =>
  item.surname ?? item.description ?? item.url ?? (item as { requestBody?: string }).requestBody;

type Kind = 'read' | 'write' | 'create' | 'hold' | 'release';
const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Kind>('read', 'read', 'write', 'write', 'create', 'hold', 'release'),
    which: fc.nat({ max: 9 }),
  }),
  { minLength: 6, maxLength: 14 },
);

/** A transaction that has written and stays open until it is released. */
async function hold(statement: RawBuilder<unknown>) {
  const [released, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = stage.db.transaction().execute(async (tx) => {
    await statement.execute(tx);
    written.resolve();
    await released.promise;
  });
  await written.promise;
  return async () => {
    released.resolve();
    await ended;
  };
}

describe('no change between two pages', () => {
  it.each(Object.keys(sources))('is missed or repeated in the list of %s', { timeout: 120_000 }, async (name) => {
    // The embedded engine has one connection, so no transaction can stay open beside others.
    if (!onPostgres) return;
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const here = await anOrganisation();
        const { list, create, write } = await must(sources[name], name)(here);
        const ids = [await create(), await create()];
        const held = new Map<number, () => Promise<void>>();
        const writes = new Map<number, number>(ids.map((id) => [id, 1]));
        const reads = new Map<number, number>();
        const written = (id: number) => writes.set(id, (writes.get(id) ?? 0) + 1);
        const last = new Map<number, number>();
        const seen = new Map<number, string | undefined>();
        let cursor: string | null = null;
        const page = async () => {
          const query: string = cursor === null ? `updatedSince=${from}` : `cursor=${cursor}`;
          const answer = (await here.get(withQuery(list, `${pagedBy(list)}${query}`))).json();
          for (const item of answer.items) {
            const id = idOf(item);
            reads.set(id, (reads.get(id) ?? 0) + 1);
            seen.set(id, textOf(item));
          }
          cursor = answer.nextCursor;
          return answer.hasMore;
        };
        for (const [serial, step] of taken.entries()) {
          const id = must(ids[step.which % ids.length], 'record');
          if (step.do === 'read') await page();
          else if (step.do === 'create') {
            const made = await create();
            ids.push(made);
            writes.set(made, 1);
          } else if (step.do === 'write' && !held.has(id)) {
            await write(id, serial).execute(stage.db);
            written(id);
            last.set(id, serial);
          } else if (step.do === 'hold' && !held.has(id) && held.size < 2) {
            held.set(id, await hold(write(id, serial)));
            written(id);
            last.set(id, serial);
          } else if (step.do === 'release') {
            for (const [open, release] of [...held].slice(0, 1)) {
              await release();
              held.delete(open);
            }
          }
        }
        for (const release of held.values()) await release();
        await caughtUp(stage);
        while (await page());
        for (const id of ids) {
          expect(reads.get(id), `${name} ${id}`).toBeGreaterThanOrEqual(1);
          expect(reads.get(id), `${name} ${id}`).toBeLessThanOrEqual(writes.get(id) ?? 0);
          if (last.has(id)) expect(seen.get(id), `${name} ${id}`).toBe(`${last.get(id)}`);
        }
      }),
      { numRuns: 10 },
    );
  });
});
