import { limitedTables, wrongRights } from '@kerb/server/platform/database/run-role.ts';
import { installQueue, pgBossJobs } from '@kerb/server/platform/jobs/pg-boss-jobs.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { plainBooks } from './plain-books.ts';
import { asOwner, openTestDatabase } from './test-database.ts';

const database = await openTestDatabase((owner) => installQueue(owner, silentLog));
const { db } = database;
afterAll(() => database.close());

const run = (statement: string) => sql.raw(statement).execute(db);
const denied = /permission denied|must be owner|must be able to|must be superuser/;

async function tablesOf(schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = ${schema}::regnamespace and c.relkind in ('r', 'p') order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

const columnsOf = async (table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
  return rows.map(({ name }) => name);
};

const triggersOf = async (table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal`.execute(db);
  return rows.map(({ name }) => name);
};

describe('the application', () => {
  it('runs with a role that owns nothing', async () => {
    const { rows } = await sql<{ role: string; owned: number }>`
      select current_user as role, count(*) filter (where relowner = current_user::regrole) as owned
      from pg_class`.execute(db);
    expect(rows).toEqual([{ role: 'kerb_run', owned: 0 }]);
  });

  it.each(Object.entries(limitedTables))('deletes nothing of %s, and changes only %o', async (table, may) => {
    expect(await tablesOf('public')).toContain(table);
    for (const column of await columnsOf(table)) {
      const change = run(`update ${table} set ${column} = default where false`);
      if (may.update.includes(column)) await change;
      else await expect(change, column).rejects.toThrow(denied);
    }
    const statements = [`delete from ${table} where false`, `truncate ${table}`, `truncate ${table} cascade`];
    if (!may.insert) statements.push(`insert into ${table} default values`);
    for (const statement of statements) await expect(run(statement), statement).rejects.toThrow(denied);
  });

  it.each(Object.keys(limitedTables))('changes no trigger, column or right of %s', async (table) => {
    const statements = [
      `alter table ${table} disable trigger user`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} add column forged text`,
      `alter table ${table} owner to kerb_run`,
      `alter table ${table} rename to forged`,
      `create trigger forged before insert on ${table} for each row execute function keep_evidence()`,
      `create rule forged as on insert to ${table} do instead nothing`,
      `drop table ${table} cascade`,
      ...(await triggersOf(table)).map((name) => `drop trigger ${name} on ${table}`),
    ];
    for (const statement of statements) await expect(run(statement), statement).rejects.toThrow(denied);
    // PostgreSQL answers a grant without the right to give it with a warning.
    await run(`grant update, delete on ${table} to kerb_run`).catch(() => {});
    expect(await wrongRights(db, 'public')).toEqual([]);
  });

  it.each([
    'create table forged (id int)',
    'create function forged() returns int language sql as $$ select 1 $$',
    'create or replace function keep_evidence() returns trigger language plpgsql as $$ begin return new; end $$',
    'create or replace function refuse_ledger_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop function refuse_late_entries() cascade',
    'drop schema public cascade',
    'drop schema jobs cascade',
    'create schema forged',
    'set session_replication_role = replica',
    'create role forged superuser',
    'create table jobs.forged (id int)',
  ])('may not: %s', async (statement) => {
    await expect(run(statement)).rejects.toThrow(denied);
  });

  it('writes the balances of a campaign through the ledger and not itself', async () => {
    const books = await plainBooks(db);
    const id = await books.aCampaign();
    await books.post({ agreementId: id, event: 'lend', entries: { agreed: 5, organisation: -5 } });
    const { rows } = await sql`select agreed from campaign_books where agreement_id = ${id}`.execute(db);
    expect(rows).toEqual([{ agreed: '5.00' }]);
    await expect(run(`insert into campaign_books (agreement_id, tenant_id) values (1, 1)`)).rejects.toThrow(denied);
    const other = (await plainBooks(db)).tenantId;
    await sql`update agreements set tenant_id = ${other} where id = ${id}`.execute(db);
    const moved = await sql`select tenant_id from campaign_books where agreement_id = ${id}`.execute(db);
    expect(moved.rows).toEqual([{ tenantId: other }]);
  });

  it('runs jobs without creating anything', async () => {
    const ran = vi.fn(async () => {});
    const jobs = pgBossJobs(database, silentLog);
    await jobs.start({} as never, [{ name: 'a-job', every: '0 0 1 1 *', run: ran }]);
    jobs.nudge('a-job');
    await vi.waitFor(() => expect(ran).toHaveBeenCalled(), 10_000);
    await jobs.stop();
    const { rows } = await sql`select relname from pg_class where relowner = 'kerb_run'::regrole`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('the ledger', () => {
  it('takes no more entries for a transaction that was committed', async () => {
    const books = await plainBooks(db);
    const id = await books.aCampaign();
    const transaction = await books.post({ agreementId: id, event: 'lend', entries: { agreed: 5, organisation: -5 } });
    const late = sql`insert into ledger_entries (transaction_id, account, amount)
      values (${transaction}, 'agreed', 1), (${transaction}, 'organisation', -1)`;
    await expect(late.execute(db)).rejects.toThrow(/takes no more entries/);
    // Not even with a number that was written in advance.
    const { rows } = await sql<{ id: number; isOwn: boolean }>`
      insert into ledger_transactions (agreement_id, event, date, xact) values (${id}, 'change', now(), '99999999')
      returning id, xact = pg_current_xact_id() as is_own`.execute(db);
    expect(rows[0]?.isOwn).toBe(true);
  });
});

describe('the rights of the application', () => {
  it('are complete on every table of the product and of the queue', async () => {
    expect(await wrongRights(db, 'public')).toEqual([]);
    expect(await wrongRights(db, 'jobs')).toEqual([]);
    expect((await tablesOf('jobs')).length).toBeGreaterThan(3);
  });

  it('are given on a table that a later migration creates', async () => {
    await asOwner(db, (tx) => sql`create table later (id bigint generated always as identity, name text)`.execute(tx));
    await run(`insert into later (name) values ('a')`);
    await run(`update later set name = 'b'`);
    await run('delete from later');
    await asOwner(db, (tx) => sql`drop table later`.execute(tx));
  });

  it('are missed by this test if a table has too few or too many', async () => {
    await asOwner(db, async (tx) => {
      await sql`create table bare (id int)`.execute(tx);
      await sql`revoke all on bare from kerb_run`.execute(tx);
      await sql`grant update on log_entries to kerb_run`.execute(tx);
    });
    expect(await wrongRights(db, 'public')).toEqual(['bare', 'log_entries']);
    await asOwner(db, async (tx) => {
      await sql`drop table bare`.execute(tx);
      await sql`revoke update on log_entries from kerb_run`.execute(tx);
    });
    expect(await wrongRights(db, 'public')).toEqual([]);
  });
});
