import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  type Database,
  type OpenDatabase,
  openEmbedded,
  openPostgres,
  type Tx,
} from '@kerb/server/platform/database/database.ts';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import { enterRunRole, runRole } from '@kerb/server/platform/database/run-role.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';
import pg from 'pg';

const migrations = new URL('../migrations/', import.meta.url);
/** The rights of the run role are given after the migrations. */
const rights = new URL('../src/platform/database/run-role.ts', import.meta.url);
const migrationsHash = [rights, ...readdirSync(migrations).map((name) => new URL(name, migrations))]
  .sort()
  .reduce((hash, file) => hash.update(readFileSync(file)), createHash('sha256'))
  .digest('hex')
  .slice(0, 12);

/**
 * The migrated embedded database that every test file starts from. The global setup creates it; it is kept between
 * runs.
 */
export const embeddedTemplate = new URL(`../../.cache/server-test/${migrationsHash}.tar`, import.meta.url);
export const postgresTemplate = 'kerb_test_template';

export const onPostgres = process.env.TEST_DATABASE_URL !== undefined;

export const withDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

export async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** What the owner does before the application connects. */
type Prepare = (owner: OpenDatabase) => Promise<void>;

async function prepareOnServer(url: string, prepare: Prepare): Promise<void> {
  const owner = openPostgres(url, 2, silentLog);
  await prepare(owner).finally(owner.close);
}

/** Copies the template's files, which takes half as long as writing its pages to the log. */
export const copyTemplate = (url: string, name: string, template: string): Promise<void> =>
  runOnServer(url, `create database ${name} template ${template} strategy file_copy`);

async function openOnServer(url: string, template: string, role: string | null, prepare?: Prepare) {
  const name = `kerb_test_${randomBytes(6).toString('hex')}`;
  await copyTemplate(url, name, template);
  if (prepare) await prepareOnServer(withDatabase(url, name), prepare);
  const opened = openPostgres(withDatabase(url, name), 8, silentLog, { role });
  const close = async () => {
    await opened.close();
    await runOnServer(url, `drop database ${name} with (force)`);
  };
  return { ...opened, close };
}

async function openMigrated(): Promise<OpenDatabase> {
  if (existsSync(embeddedTemplate))
    return openEmbedded(null, silentLog, { loadDataDir: new Blob([readFileSync(embeddedTemplate)]) });
  const opened = await openEmbedded(null, silentLog);
  await migrate(opened);
  return opened;
}

/**
 * A migrated database for one test file, with the rights of the application: on PostgreSQL if TEST_DATABASE_URL is set,
 * otherwise embedded. `asOwner` runs statements with more rights.
 */
export async function openTestDatabase(prepare?: Prepare): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return openOnServer(url, postgresTemplate, runRole, prepare);
  const opened = await openMigrated();
  await prepare?.(opened);
  await enterRunRole(opened);
  return opened;
}

/** The same with the rights of the owner. */
export async function openOwnedDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openOnServer(url, postgresTemplate, null) : openMigrated();
}

/** A database without any table, for tests of the migrations themselves. Its login is the owner. */
export async function openEmptyDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openOnServer(url, 'template0', null) : openEmbedded(null, silentLog);
}

/** Runs in a transaction with the rights of the login, which owns the tables. */
export const asOwner = <Result>(db: Database, run: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx);
    return run(tx);
  });
