import { openPostgres } from '@kerb/server/platform/database/database.ts';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import { runRole } from '@kerb/server/platform/database/run-role.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sealLog } from '@kerb/server/platform/log-chain/seal-log.ts';
import pg from 'pg';
import { seconds } from '../scripts/command.ts';
import { fill } from './fill.ts';

/** The number of campaigns for each size. */
// biome-ignore format: a table
export const sizes = {
  '1k':   1_000,
  '10k':  10_000,
  '100k': 100_000,
  '1M':   1_000_000,
  '10M':  10_000_000,
} as const;
export type Size = keyof typeof sizes;
/** 100,000 campaigns take 0.6 GB, half of it for the ledger. So the largest size has no ledger: 32 GB, not 60. */
const hasBooks = (size: Size): boolean => size !== '10M';

export const isSize = (text: string): text is Size => text in sizes;

export function databaseUrl(cluster: string, name: string): string {
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

/** The address of a database for the application's own login, which is created in the cluster if it is missing. */
export async function applicationUrl(url: string): Promise<string> {
  const login = 'kerb_bench';
  await runOn(
    url,
    `do $$ begin create role ${login} login; exception when duplicate_object then null; end $$`,
    `alter role ${login} password '${login}'`,
    `grant ${runRole} to ${login}`,
  );
  const address = new URL(url);
  Object.assign(address, { username: login, password: login });
  return address.href;
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
  const opened = openPostgres(url, 2, silentLog);
  try {
    const applied = await migrate(opened);
    if (applied.length > 0) await opened.pool.query('vacuum analyze');
    // Else the servers that are measured would seal the log meanwhile.
    await sealLog(opened.db);
  } finally {
    await opened.close();
  }
}

/** Creates a migrated database without rows; one of that name is dropped. */
export async function createDatabase(cluster: string, name: string): Promise<string> {
  const url = databaseUrl(cluster, name);
  await runOn(cluster, `drop database if exists ${name} with (force)`, `create database ${name}`);
  await migrateAt(url);
  return url;
}

/** Returns the database of a size in a cluster. Creates it if it is missing, and migrates it if it is old. */
export async function ensureDatabase(cluster: string, size: Size): Promise<string> {
  const since = performance.now();
  const report = (step: string) => console.log(`  ${size}: ${step} after ${seconds(since)}`);
  const name = `kerb_${size.toLowerCase()}`;
  const url = databaseUrl(cluster, name);
  if (await hasDatabase(cluster, name)) {
    await migrateAt(url);
    return url;
  }
  // Filled under another name and renamed at the end, so that an interrupted fill is never used.
  const unfinished = `${name}_unfinished`;
  const filling = await createDatabase(cluster, unfinished);
  await fill(filling, sizes[size], { report, hasBooks: hasBooks(size) });
  await migrateAt(filling);
  report('log sealed');
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
    console.log(await ensureDatabase(cluster, size));
  }
}
