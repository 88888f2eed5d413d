import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type OpenDatabase, openEmbedded, openPostgres } from '@kerb/server/platform/database/database.ts';
import { migrate } from '@kerb/server/platform/database/migrate.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import pg from 'pg';

const migrations = new URL('../migrations/', import.meta.url);
const migrationsHash = readdirSync(migrations)
  .sort()
  .reduce((hash, name) => hash.update(readFileSync(new URL(name, migrations))), createHash('sha256'))
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

async function openOnServer(url: string, template: string): Promise<OpenDatabase> {
  const name = `kerb_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(url, `create database ${name} template ${template}`);
  const opened = openPostgres(withDatabase(url, name), 8, silentLog);
  const close = async () => {
    await opened.close();
    await runOnServer(url, `drop database ${name} with (force)`);
  };
  return { ...opened, close };
}

/** A migrated database for one test file: on PostgreSQL if TEST_DATABASE_URL is set, otherwise embedded. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return openOnServer(url, postgresTemplate);
  if (existsSync(embeddedTemplate)) return openEmbedded(null, silentLog, new Blob([readFileSync(embeddedTemplate)]));
  const opened = await openEmbedded(null, silentLog);
  await migrate(opened.db);
  return opened;
}

/** A database without any table, for tests of the migrations themselves. */
export async function openEmptyDatabase(): Promise<OpenDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? openOnServer(url, 'template0') : openEmbedded(null, silentLog);
}
