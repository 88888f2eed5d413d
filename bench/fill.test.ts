import { randomBytes } from 'node:crypto';
import { brokenInvariants } from '@kerb/server/features/payments/books-invariants.ts';
import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill } from './fill.ts';
import { createDatabase, databaseUrl, runOn } from './generate.ts';

const cluster = process.env.TEST_DATABASE_URL ?? '';
const count = 300;
const [inBulk, byTriggers] = ['bulk', 'triggers'].map((how) => `kerb_fill_${how}_${randomBytes(4).toString('hex')}`);
const clients: pg.Client[] = [];

beforeAll(async () => {
  await createDatabase(cluster, inBulk!);
  await runOn(cluster, `create database ${byTriggers} template ${inBulk}`);
  for (const name of [inBulk!, byTriggers!]) {
    const connectionString = databaseUrl(cluster, name);
    await fill(connectionString, count, { keepsTriggers: name === byTriggers });
    const client = new pg.Client({ connectionString });
    await client.connect();
    clients.push(client);
  }
});

afterAll(async () => {
  for (const client of clients) await client.end();
  for (const name of [inBulk, byTriggers]) await runOn(cluster, `drop database if exists ${name} with (force)`);
});

const tablesOf = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`;
const indexes = `select indexdef from pg_indexes where schemaname = 'public' order by 1`;
const triggers = `select tgrelid::regclass::text as on_table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`;
const sequences = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;

async function inBoth(query: string): Promise<[unknown[], unknown[]]> {
  const [bulk, reference] = await Promise.all(clients.map((client) => client.query(query)));
  return [bulk!.rows, reference!.rows];
}

/** The database writes these by its own clock and transaction numbers, so they differ in each database. */
const writtenByDatabase = ['xact', 'standing_since', 'changed_xid', 'changed_date'];
/** The ids of these rows are random. */
const unnumbered = ['ledger_totals'];

describe('a database that was filled in bulk', () => {
  it('holds the rows that the triggers write, in every table', async () => {
    const { rows } = await clients[0]!.query<{ name: string }>(tablesOf);
    const filled: string[] = [];
    for (const { name } of rows) {
      const left = [...writtenByDatabase, ...(unnumbered.includes(name) ? ['id'] : [])];
      const line = `(to_jsonb(t) - '${left.join("' - '")}')::text`;
      const [bulk, reference] = await inBoth(`select ${line} as line from ${name} t order by 1`);
      expect(bulk, name).toEqual(reference);
      if (bulk.length > 0) filled.push(name);
    }
    const written = [
      'agreement_listings',
      'agreement_tallies',
      'agreements',
      'batch_items',
      'campaign_books',
      'contact_details',
      'ledger_entries',
      'ledger_totals',
      'payments',
      'signatories',
      'users',
    ];
    expect(filled).toEqual(expect.arrayContaining(written));
  });

  it('keeps books in which every rule is true, with money in each state', async () => {
    const { db, close } = openPostgres(databaseUrl(cluster, inBulk!), 1, silentLog);
    try {
      expect(await brokenInvariants(db)).toEqual([]);
    } finally {
      await close();
    }
    const { rows } = await clients[0]!.query(`
      select distinct payment_state as state from campaign_books union select 'kept' from campaign_books
      where organisation < 0 union select 'ordered' from campaign_books where transit < 0 union
      select 'transferred' from campaign_books where transferred > 0 union select 'held' from campaign_books
      where held < 0 union select 'returned' from campaign_books where returned > 0 union
      select 'lent' from campaign_books where loans > 0 union select 'due' from campaign_books where payer > 0 order by 1`);
    const states = ['due', 'held', 'kept', 'lent', 'none', 'ordered', 'paid', 'part', 'returned', 'transferred'];
    expect(rows.map(({ state }) => state)).toEqual(states);
  });

  it.each(Object.entries({ indexes, triggers, sequences }))('has the same %s', async (_, query) => {
    const [bulk, reference] = await inBoth(query);
    expect(bulk.length).toBeGreaterThan(10);
    expect(bulk).toEqual(reference);
  });
});
