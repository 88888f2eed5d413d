import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { lockFolder } from '@kerb/server/platform/database/folder-lock.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';

export type Database = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /** True where the engine runs inside this process, one transaction at a time. */
  embedded: boolean;
  close: () => Promise<void>;
};

// The driver's own parsers make floats, local dates and slow objects; we keep text, and ids as numbers.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, momentFromPostgres);

/** '2026-11-15 02:35:21.5+00' as '2026-11-15T02:35:21.500Z'; sessions run in UTC. */
function momentFromPostgres(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
}

function queryBuilder(pool: pg.Pool): Database {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** The embedded engine, in a folder or (without one) in memory. */
export async function openEmbedded(folder: string | null, loadDataDir?: Blob): Promise<OpenDatabase> {
  const unlock = folder === null ? () => {} : await lockFolder(folder);
  if (folder !== null) mkdirSync(folder, { recursive: true });
  const pglite = new PGlite({
    dataDir: folder === null ? 'memory://' : join(folder, 'postgres'),
    ...(loadDataDir && { loadDataDir }),
  });
  await pglite.waitReady;
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1, idleTimeoutMillis: 0 } as pg.PoolConfig);
  pool.on('connect', (client) => void client.query(`set time zone 'UTC'`));
  pool.on('error', () => {});
  const db = queryBuilder(pool);
  const close = async () => {
    await db.destroy();
    await pglite.close();
    unlock();
  };
  return { db, pool, embedded: true, close };
}

/** PostgreSQL 15 or newer. */
export function openPostgres(connectionString: string, max: number): OpenDatabase {
  const pool = new pg.Pool({ connectionString, max, options: '-c timezone=UTC', connectionTimeoutMillis: 5_000 });
  // A server that restarts drops idle connections; without a listener that would end the process.
  pool.on('error', () => {});
  const db = queryBuilder(pool);
  return { db, pool, embedded: false, close: () => db.destroy() };
}
