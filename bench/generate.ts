import { demoAustralia } from '@kerb/server/demo/australia.ts';
import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import pg from 'pg';
import { insertCampaigns } from './generate-campaigns.ts';
import { insertPeople } from './generate-people.ts';
import { agencies, firstNames, streets, suburbs, surnames } from './words.ts';

/** The number of campaigns for each size. */
// biome-ignore format: a table
export const sizes = {
  '10k':  10_000,
  '100k': 100_000,
  '1M':   1_000_000,
} as const;
export type Size = keyof typeof sizes;

export const isSize = (text: string): text is Size => text in sizes;

function databaseUrl(cluster: string, name: string): string {
  const address = new URL(cluster);
  address.pathname = `/${name}`;
  return address.href;
}

export async function runOn(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function hasDatabase(cluster: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

async function migrateAt(url: string): Promise<void> {
  const opened = openPostgres(url, 2);
  try {
    const applied = await migrate(opened.db);
    if (applied.length > 0) await opened.pool.query('vacuum analyze');
  } finally {
    await opened.close();
  }
}

/**
 * `share` returns the same number from 0 to 1 for the same row and question in every run: nothing is random.
 * `often_first` skews the choice, so that the first of 300 places occurs once in 26 and the last once in 100,000.
 */
const helpers = `
  create function pg_temp.share(row_number bigint, question integer) returns double precision
    language sql immutable as 'select (hashint8extended(row_number, question) & 4294967295) / 4294967296.0::float8';
  create function pg_temp.place(row_number bigint, question integer, count integer) returns integer
    language sql immutable as 'select 1 + floor(pg_temp.share(row_number, question) * count)::integer';
  create function pg_temp.often_first(row_number bigint, question integer, count integer) returns integer
    language sql immutable as
    'select 1 + least(count - 1, floor(-ln(1 - pg_temp.share(row_number, question)) * count / 11.5))::integer'`;

async function makeWords(client: pg.Client): Promise<void> {
  await client.query(helpers);
  const { mobiles } = demoAustralia;
  const lists = { streets, suburbs, first_names: firstNames, surnames, agencies, mobiles };
  for (const [name, words] of Object.entries(lists)) {
    await client.query(`create temp table ${name} (place integer primary key, word text not null)`);
    await client.query(
      `insert into ${name} select place, word from unnest($1::text[]) with ordinality w(word, place)`,
      [words],
    );
  }
}

/**
 * Indexing a million rows afterwards is faster than row by row. Returns the statements that create the indexes again.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made_by: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as made_by
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map((row) => row.made_by);
}

/** Fills a database that is migrated and otherwise empty. */
async function fill(url: string, count: number): Promise<void> {
  const options = '-c timezone=UTC -c synchronous_commit=off -c jit=off -c work_mem=64MB -c maintenance_work_mem=256MB';
  const client = new pg.Client({ connectionString: url, options });
  await client.connect();
  try {
    await makeWords(client);
    const indexes = await dropIndexes(client);
    await insertPeople(client, count);
    await insertCampaigns(client, count);
    for (const index of indexes) await client.query(index);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** Creates a database with `count` campaigns. */
export async function makeDatabase(cluster: string, name: string, count: number): Promise<string> {
  const url = databaseUrl(cluster, name);
  await runOn(cluster, `drop database if exists ${name} with (force)`, `create database ${name}`);
  await migrateAt(url);
  await fill(url, count);
  return url;
}

/** The database of a size in a cluster. Creates it if it is missing, and migrates it otherwise. */
export async function ensureDatabase(cluster: string, size: Size): Promise<string> {
  const name = `kerb_${size.toLowerCase()}`;
  const url = databaseUrl(cluster, name);
  if (await hasDatabase(cluster, name)) {
    await migrateAt(url);
    return url;
  }
  // Filled under another name, so that an interrupted run is not mistaken for a complete database.
  const unfinished = `${name}_unfinished`;
  await makeDatabase(cluster, unfinished, sizes[size]);
  await runOn(cluster, `alter database ${unfinished} rename to ${name}`);
  return url;
}

if (import.meta.main) {
  const [cluster, ...wanted] = process.argv.slice(2);
  if (!cluster || !wanted.every(isSize)) {
    console.error(`Usage: node bench/generate.ts URL-OF-A-CLUSTER [${Object.keys(sizes).join('|')} …]`);
    process.exit(1);
  }
  for (const size of wanted.length > 0 ? wanted : (Object.keys(sizes) as Size[])) {
    const started = performance.now();
    const url = await ensureDatabase(cluster, size);
    console.log(`${url} after ${Math.round((performance.now() - started) / 1000)} s`);
  }
}
