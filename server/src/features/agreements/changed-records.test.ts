import { must } from '@kerb/domain/kernel/must.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor, type Person } from '../../../test/builders.ts';
import { caughtUp } from '../../../test/caught-up.ts';
import { clientsOn } from '../../../test/clients.ts';
import { fileDocument } from '../../../test/file-document.ts';
import { type Stage, startStage } from '../../../test/harness.ts';
import { onPostgres } from '../../../test/test-database.ts';

let stage: Stage;
let build: ReturnType<typeof buildersFor>;
let clients: ReturnType<typeof clientsOn>;

beforeAll(async () => {
  stage = await startStage();
  build = buildersFor(stage);
  clients = clientsOn(stage);
});

type Get = (path: string) => Promise<{ statusCode: number; body: string; json: () => Answer }>;
type Item = { id: number; name?: string; externalRef?: string | null };
type Answer = { items: Item[]; signatories?: Item[]; nextCursor: string; hasMore: boolean };

async function anOrganisation() {
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const call = clients.withToken(await clients.tokenOf(await clients.aClient(manager.userId, tenantId)));
  const get: Get = (path) => call('GET', path);
  return { tenantId, manager, call, get };
}

const campaignOf = async (by: Person, tenantId: number) => (await build.aCampaign(by, tenantId)).id;
const rename = (id: number, name: string, db: Pick<Stage['db'], 'updateTable'> = stage.db) =>
  db.updateTable('agreements').set({ name }).where('id', '=', id).execute();

const from = '2020-01-01T00:00:00.000Z';

/** Reads pages until there are no more. Returns the items in their order, and the last cursor. */
async function readAll(get: Get, list: string, cursor: string | null) {
  await caughtUp(stage);
  const items: Item[] = [];
  for (let next = cursor; ; ) {
    const answer = await get(`${list}perPage=2&${next === null ? `updatedSince=${from}` : `cursor=${next}`}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const page = answer.json();
    items.push(...(page.signatories ?? page.items));
    next = page.nextCursor;
    if (!page.hasMore) return { items, cursor: next };
  }
}

describe('a list in the order of changes', () => {
  it('has every campaign, payer and document once, and then only what changed', async () => {
    const { tenantId, manager, get } = await anOrganisation();
    const ids: number[] = [];
    for (let made = 0; made < 5; made += 1) ids.push(await campaignOf(manager, tenantId));
    const [first, second] = [must(ids[0], 'first'), must(ids[1], 'second')];
    const document = await fileDocument(stage, first, tenantId, 'marketing');
    for (const list of ['/v1/agreements?', '/v1/signatories?', '/v1/attachments?']) {
      const { items, cursor } = await readAll(get, list, null);
      expect(new Set(items.map(({ id }) => id)).size, list).toBe(items.length);
      expect(items.length, list).toBe(list.includes('attachments') ? 1 : 5);
      expect((await readAll(get, list, cursor)).items, list).toEqual([]);
    }
    const { cursor } = await readAll(get, '/v1/agreements?', null);
    await rename(second, 'Renamed');
    expect((await readAll(get, '/v1/agreements?', cursor)).items).toMatchObject([{ id: second, name: 'Renamed' }]);
    const documents = await readAll(get, '/v1/attachments?', null);
    await stage.as(manager.userId)('PUT', `/v1/attachments/${document}`, { externalRef: 'D-1' });
    const changed = await readAll(get, '/v1/attachments?', documents.cursor);
    expect(changed.items).toMatchObject([{ id: document, externalRef: 'D-1' }]);
  });

  it('has the payers and documents of one campaign, with a cursor of their own', async () => {
    const { tenantId, manager, get } = await anOrganisation();
    const [one, other] = [await build.aCampaign(manager, tenantId), await build.aCampaign(manager, tenantId)];
    const document = await fileDocument(stage, one.id, tenantId, 'marketing');
    await fileDocument(stage, other.id, tenantId, 'marketing');
    const ids: Record<string, number[]> = { signatories: [must(one.payers[0], 'payer').id], attachments: [document] };
    for (const [list, expected] of Object.entries(ids)) {
      const own = `/v1/${list}?agreementId=${one.id}&`;
      const { items, cursor } = await readAll(get, own, null);
      expect(items.map(({ id }) => id)).toEqual(expected);
      await stage.as(manager.userId)('PUT', `/v1/${list}/${expected[0]}`, { externalRef: `R-${list}` });
      expect((await readAll(get, own, cursor)).items).toMatchObject([{ id: expected[0], externalRef: `R-${list}` }]);
      expect((await get(`/v1/${list}?cursor=${cursor}`)).statusCode, 'of another list').toBe(400);
      expect((await get(`/v1/${list}?agreementId=${other.id}&cursor=${cursor}`)).statusCode).toBe(400);
      const elsewhere = await anOrganisation();
      expect((await elsewhere.get(`${own}updatedSince=${from}`)).statusCode).toBe(404);
      expect((await get(`${own}tenantId=${elsewhere.tenantId}&updatedSince=${from}`)).statusCode).toBe(404);
    }
  });

  it('begins at updatedSince', async () => {
    const { tenantId, manager, get } = await anOrganisation();
    await campaignOf(manager, tenantId);
    const answer = await get('/v1/agreements?updatedSince=2100-01-01T00:00:00.000Z');
    expect(answer.json()).toMatchObject({ items: [], hasMore: false });
    const id = await campaignOf(manager, tenantId);
    expect((await readAll(get, '/v1/agreements?', answer.json().nextCursor)).items).toMatchObject([{ id }]);
  });

  it('refuses a cursor of another list or organisation, other filters, and payers', async () => {
    const { tenantId, manager, get } = await anOrganisation();
    const other = await anOrganisation();
    const campaign = await build.aCampaign(manager, tenantId);
    const { cursor } = await readAll(get, '/v1/agreements?', null);
    for (const path of [
      `/v1/signatories?cursor=${cursor}`,
      '/v1/agreements?cursor=nonsense',
      `/v1/agreements?status=draft&cursor=${cursor}`,
      `/v1/agreements?page=2&cursor=${cursor}`,
    ]) {
      expect((await get(path)).statusCode, path).toBe(400);
    }
    expect((await other.get(`/v1/agreements?cursor=${cursor}`)).statusCode).toBe(400);
    expect((await other.get(`/v1/agreements?tenantId=${tenantId}&updatedSince=${from}`)).statusCode).toBe(404);
    const payer = stage.as(campaign.payers[0]!.userId);
    expect((await payer('GET', `/v1/agreements?updatedSince=${from}`)).statusCode).toBe(400);
    expect((await payer('GET', `/v1/agreements?tenantId=${tenantId}&updatedSince=${from}`)).statusCode).toBe(404);
  });

  it('shows a program of one agent only the campaigns of this agent', async () => {
    const { tenantId, manager } = await anOrganisation();
    const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
    await campaignOf(manager, tenantId);
    const own = await campaignOf(agent, tenantId);
    const agentUser = { href: `/v1/users/${agent.userId}` };
    const made = await clients.aClient(manager.userId, tenantId, { scopes: ['campaigns:read'], agentUser });
    const call = clients.withToken(await clients.tokenOf(made));
    const { items } = await readAll((path) => call('GET', path), '/v1/agreements?', null);
    expect(items.map(({ id }) => id)).toEqual([own]);
  });

  type Step = { do: 'read' | 'write' | 'create' | 'hold' | 'release'; which: number };
  const steps = fc.array(
    fc.record({
      do: fc.constantFrom<Step['do']>('read', 'read', 'write', 'write', 'create', 'hold', 'release'),
      which: fc.nat({ max: 9 }),
    }),
    { minLength: 6, maxLength: 16 },
  );

  /** A transaction that has written and stays open until it is released. */
  async function hold(id: number, name: string) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let written = () => {};
    const hasWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const ended = stage.db.transaction().execute(async (tx) => {
      await rename(id, name, tx);
      written();
      await released;
    });
    await hasWritten;
    return async () => {
      release();
      await ended;
    };
  }

  it('misses nothing and repeats nothing, whatever is written between its pages', { timeout: 120_000 }, async () => {
    // The embedded engine has one connection, so no transaction can stay open beside others.
    if (!onPostgres) return;
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { tenantId, manager, get } = await anOrganisation();
        const ids = [await campaignOf(manager, tenantId), await campaignOf(manager, tenantId)];
        const held = new Map<number, () => Promise<void>>();
        const copy = new Map<number, string>();
        /** How often each campaign was written and read since. */
        const writes = new Map<number, number>(ids.map((id) => [id, 1]));
        const reads = new Map<number, number>();
        const note = (id: number) => writes.set(id, (writes.get(id) ?? 0) + 1);
        let cursor: string | null = null;
        let serial = 0;
        const page = async () => {
          const query: string = cursor === null ? `updatedSince=${from}` : `cursor=${cursor}`;
          const answer = (await get(`/v1/agreements?perPage=2&${query}`)).json();
          for (const { id, name } of answer.items) {
            copy.set(id, must(name, 'name'));
            reads.set(id, (reads.get(id) ?? 0) + 1);
          }
          cursor = answer.nextCursor;
          return answer.hasMore;
        };
        for (const step of taken) {
          const id = must(ids[step.which % ids.length], 'campaign');
          serial += 1;
          if (step.do === 'read') await page();
          else if (step.do === 'create') {
            ids.push(await campaignOf(manager, tenantId));
            note(must(ids.at(-1), 'new campaign'));
          } else if (step.do === 'write' && !held.has(id)) {
            await rename(id, `Name ${serial}`);
            note(id);
          } else if (step.do === 'hold' && !held.has(id) && held.size < 2) {
            held.set(id, await hold(id, `Held ${serial}`));
            note(id);
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
        const stored = await stage.db.selectFrom('agreements').select(['id', 'name']).where('id', 'in', ids).execute();
        expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(stored.map(({ id, name }) => [id, name])));
        for (const id of ids) expect(reads.get(id), `campaign ${id}`).toBeLessThanOrEqual(writes.get(id) ?? 0);
      }),
      { numRuns: 12 },
    );
  });

  it('reads an index in its order', async () => {
    await sql`set enable_seqscan = off`.execute(stage.db);
    const { rows } = await sql`
      explain select c.record_id from record_changes c
      where c.tenant_id = 1 and c.kind = 'campaign' and (c.changed_xid, c.record_id) > (5::bigint, 0::bigint)
        and c.changed_xid < 900 order by c.changed_xid, c.record_id limit 101`.execute(stage.db);
    await sql`reset enable_seqscan`.execute(stage.db);
    const plan = JSON.stringify(rows);
    expect(plan).toContain('record_changes_in_order');
    expect(plan).not.toContain('Sort');
  });
});
