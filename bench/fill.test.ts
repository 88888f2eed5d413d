import { randomBytes } from 'node:crypto';
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

describe('a database that was filled in bulk', () => {
  it('holds the rows that the triggers write, in every table', async () => {
    const { rows } = await clients[0]!.query<{ name: string }>(tablesOf);
    const filled: string[] = [];
    for (const { name } of rows) {
      const [bulk, reference] = await inBoth(`select t::text as line from ${name} t order by 1`);
      expect(bulk, name).toEqual(reference);
      if (bulk.length > 0) filled.push(name);
    }
    const written = [
      'agreement_listings',
      'agreement_tallies',
      'agreements',
      'contact_details',
      'signatories',
      'users',
    ];
    expect(filled).toEqual(expect.arrayContaining(written));
  });

  it.each(Object.entries({ indexes, triggers, sequences }))('has the same %s', async (_, query) => {
    const [bulk, reference] = await inBoth(query);
    expect(bulk.length).toBeGreaterThan(10);
    expect(bulk).toEqual(reference);
  });
});
