import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { listEntries } from '@kerb/server/features/audit/list-entries.ts';
import { listUsers } from '@kerb/server/features/people/people.repository.ts';
import { statusOf } from '@kerb/server/features/system/system-status.ts';
import { allJobs } from '@kerb/server/jobs.ts';
import type { Tx } from '@kerb/server/platform/database/database.ts';
import { smallTables } from '@kerb/server/platform/database/small-tables.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from './builders.ts';
import { fillTables } from './fill-tables.ts';
import { endings } from './growing-tables.ts';
import { type Stage, startStage } from './harness.ts';
import type { Statement } from './record-statements.ts';
import { indexesOfWholeTables, keysWithoutIndex, statementsOf, tablesRead } from './statement-plans.ts';
import { asOwner, onPostgres } from './test-database.ts';

const rows = 3_000;

type Filled = { stage: Stage; large: Set<string> };

let stage: Stage;
let large: Set<string>;
const byJob = new Map<string, Statement[]>();

/** As a value that is encrypted with the current key begins. */
function sealed(name: Buffer): string {
  return `decode('${name.toString('hex')}' || md5(n::text) || md5(n::text) || md5(n::text), 'hex')`;
}

/** A payer whose erasure was confirmed, and a user whose account closes now. */
async function giveWork({ stage }: Filled): Promise<{ payerId: number; userId: number }> {
  const build = buildersFor(stage);
  const tenantId = await build.aTenant();
  const manager = await build.aPerson('tenant_user', { tenantId, as: 'manager' });
  const leaver = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const { id, payers } = await build.aCampaign(manager, tenantId);
  const payerId = payers[0]!.id;
  const ended = { status: statusRank('cancelled'), statusLastUpdate: '2026-11-01T00:00:00.000Z' };
  await stage.db.updateTable('agreements').set(ended).where('id', '=', id).execute();
  await stage.db
    .updateTable('users')
    .set({ closingDate: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', leaver.userId)
    .execute();
  await asOwner(stage.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      insert into erasures (act_id, signatory_id, confirmed_date) values (1, ${payerId}, now())`.execute(tx);
  });
  return { payerId, userId: leaver.userId };
}

async function aFilledStage(): Promise<Filled> {
  // Noon in Sydney: the jobs that wait for the daytime run.
  const stage = await startStage({ now: '2026-11-16T01:00:00.000Z' });
  const { personal } = stage.deps.secrets;
  const current = sealed(personal.currentName);
  const large = await fillTables(stage.db, {
    rows,
    firstId: 1,
    without: smallTables,
    // biome-ignore format: a table
    set: {
      agreements:         { status: '2' },
      agreement_listings: { status: '2' },
      users:              { role: `'vendor'` },
      signatories:        { sealed_details: current },
      payer_drafts:       { sealed_answers: current },
      data_keys:          { sealed_key: current },
      assets:             { sealed_file_key: current, used_for: `'attachment'` },
      messages:           { state: `'accepted'`, kind: `'notice'` },
      webhook_deliveries: { state: `'delivered'` },
      payments:           { status: `'approved'` },
      security_events:    { date: `now() - interval '300 days' - n * interval '1 minute'` },
      log_entries:        { target_agreement_id: 'n', target_user_id: 'n' },
      document_stamps:    { stamped_date: 'now()', sha256: 'n::text' },
      erasures:           { finished_date: 'now()', signatory_id: 'n' },
    },
  });
  return { stage, large };
}

beforeAll(async () => {
  const filled = await aFilledStage();
  ({ stage, large } = filled);
  // After the others, so that the planner cannot end early when it reads by id.
  const { payerId, userId } = await giveWork(filled);
  await asOwner(stage.db, (tx) => sql`analyze`.execute(tx));
  for (const job of allJobs) byJob.set(job.name, await statementsOf(() => job.run(stage.deps)));
  byJob.set('System page', await statementsOf(() => statusOf(stage.deps)));
  const erased = await stage.db.selectFrom('erasures').selectAll().where('signatoryId', '=', payerId).execute();
  expect(erased[0]).toMatchObject({ refusedBecause: null, counts: expect.anything() });
  const closed = await stage.db.selectFrom('users').select('closedDate').where('id', '=', userId).execute();
  expect(closed[0]?.closedDate).not.toBeNull();
}, 120_000);

describe('on a database with many rows', () => {
  it.each([...allJobs.map(({ name }) => name), 'System page'])('%s reads no whole table', async (name) => {
    const wholeIndexes = await indexesOfWholeTables(stage.db);
    const { pool } = stage.database;
    // As the server sets it for its own connections.
    await pool.query('set random_page_cost = 1.1');
    const found = new Set<string>();
    for (const statement of byJob.get(name) ?? []) {
      for (const table of await tablesRead(pool, statement, { large, wholeIndexes })) {
        found.add(`${table}: ${statement.text.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
      }
    }
    expect([...found]).toEqual([]);
  });

  it.each(['nobody has this name', 'zq', 'z'])(
    'a search of users for “%s” reads those that have it',
    async (filter) => {
      // Nobody has millions of users on the embedded engine.
      if (!onPostgres) return;
      const query = { page: 1, perPage: 50, sortBy: 'surname' as const, sortDesc: true, filter };
      const [statement] = await statementsOf(() => listUsers(stage.db, query));
      const wholeIndexes = await indexesOfWholeTables(stage.db);
      await stage.database.pool.query('set random_page_cost = 1.1');
      expect(await tablesRead(stage.database.pool, statement!, { large, wholeIndexes })).toEqual([]);
    },
  );

  it('a search of the log looks up people by their ids', async () => {
    const search = { page: 1, perPage: 50, textQuery: 'nobody has this name', sortDesc: true };
    const [statement] = await statementsOf(() => listEntries(stage.deps, search));
    const others = new Set([...large].filter((table) => table !== 'log_entries'));
    const wholeIndexes = await indexesOfWholeTables(stage.db);
    expect(await tablesRead(stage.database.pool, statement!, { large: others, wholeIndexes })).toEqual([]);
  });

  it('the function that deletes old log entries finds them by indexes', async () => {
    // The plans of a function are not shown. PostgreSQL counts what it reads.
    if (!onPostgres) return;
    // Half of the campaigns end here, which changes the plans of the other tests: this one has its own database.
    const { stage, large } = await aFilledStage();
    const { rows: chosen } = await sql<{ id: number; keyId: number }>`
      select a.id, k.id as key_id
      from (select id, row_number() over (order by id) as n from agreements) a
      join (select id, row_number() over (order by id) as n from data_keys) k on k.n = a.n
      where a.n between 100 and 104`.execute(stage.db);
    const ids = chosen.map(({ id }) => id);
    const keyIds = chosen.map(({ keyId }) => keyId);
    await asOwner(stage.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      // The log of most campaigns that ended went already, and most sign-ins are young.
      await sql`
        update agreements set status = 0, status_last_update = '2010-01-01',
          log_kept_from = case when id = any(${ids}) then null else now() end
        where id % 2 = 0 or id = any(${ids})`.execute(tx);
      await sql`
        insert into log_entries (date, user_name, activity_code, description, log_data)
        select now(), 'X', 'cred_auth', 'X', '{}' from generate_series(1, ${rows})`.execute(tx);
      await sql`update data_keys set subject_kind = 'campaign' where id = any(${keyIds})`.execute(tx);
      await sql`
        insert into log_entries (date, written_date, user_name, activity_code, description, log_data,
          target_agreement_id, data_key_id)
        select '2010-01-01', '2010-01-01', 'X', 'cred_auth', 'X', '{}', t.id, t.key_id
        from unnest(${[...ids, null]}::bigint[], ${[...keyIds, null]}::bigint[]) t (id, key_id)`.execute(tx);
      await sql`analyze agreements, log_entries`.execute(tx);
    });
    const counted = (tx: Tx) =>
      sql<{ name: string; read: number }>`
        select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) as read
        from pg_stat_xact_user_tables where schemaname = 'public' order by 1`.execute(tx);
    const found = await stage.db.transaction().execute(async (tx) => {
      await sql`set local random_page_cost = 1.1`.execute(tx);
      const before = new Map((await counted(tx)).rows.map(({ name, read }) => [name, Number(read)]));
      const { rows: handled } = await sql`select forget_log_entries() as handled`.execute(tx);
      expect(handled).toEqual([{ handled: 6 }]);
      const after = (await counted(tx)).rows.filter(({ name }) => large.has(name));
      return after.map(({ name, read }) => ({ name, read: Number(read) - (before.get(name) ?? 0) }));
    });
    expect(found.filter(({ read }) => read > 0).map(({ name }) => name)).toContain('log_entries');
    expect(found.filter(({ read }) => read > 100)).toEqual([]);
    const { rows: left } = await sql`
      select from log_entries where written_date < '2011-01-01'
      union all select from data_keys where id = any(${keyIds})`.execute(stage.db);
    expect(left).toHaveLength(0);
  });

  it('no delete of a job reads a whole table to check a foreign key', async () => {
    const texts = [...byJob.values()]
      .flat()
      .map(({ text }) => /^\s*(?:with .*?)?delete from "?(\w+)/is.exec(text)?.[1]);
    const deletedFrom = [...new Set(texts.filter((table) => table !== undefined))];
    expect(deletedFrom).toEqual(expect.arrayContaining(['assets', 'sign_ins', 'webhook_deliveries']));
    const slow = await keysWithoutIndex(stage.db, deletedFrom);
    expect(slow.filter((key) => large.has(key.split('.')[0]!))).toEqual([]);
  });
});

describe('the tables that grow', () => {
  it('are all listed with what happens to their rows in the end', async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      order by 1`.execute(stage.db);
    const growing = rows.map(({ name }) => name).filter((name) => !smallTables.has(name));
    expect(Object.keys(endings).toSorted()).toEqual(growing.toSorted());
  });

  it('lose their rows by the job that is named', async () => {
    const { rows: functions } = await sql<{ name: string; source: string }>`
      select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`.execute(
      stage.db,
    );
    const sourceOf = (job: string): string => {
      const own = (byJob.get(job) ?? []).map(({ text }) => text.replaceAll('"', '')).join('\n');
      const called = functions.filter(({ name }) => own.includes(`${name}(`));
      return [own, ...called.map(({ source }) => source)].join('\n');
    };
    const deleted = Object.entries(endings).flatMap(([table, ending]) =>
      'deletedBy' in ending ? [{ table, job: ending.deletedBy }] : [],
    );
    expect(deleted.length).toBeGreaterThan(20);
    expect(deleted.filter(({ table, job }) => !new RegExp(`delete from ${table}\\b`).test(sourceOf(job)))).toEqual([]);
  });

  it('lose their rows with those that they belong to, by a foreign key', async () => {
    const { rows } = await sql<{ key: string }>`
      select conrelid::regclass || ' ' || confrelid::regclass as key from pg_constraint
      where contype = 'f' and confdeltype = 'c'`.execute(stage.db);
    const cascades = new Set(rows.map(({ key }) => key));
    const owned = Object.entries(endings).flatMap(([table, ending]) =>
      'goesWith' in ending ? [`${table} ${ending.goesWith}`] : [],
    );
    expect(owned.filter((key) => !cascades.has(key))).toEqual([]);
  });
});
