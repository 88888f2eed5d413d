import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { lockFolder } from '@kerb/server/platform/database/folder-lock.ts';
import { PlannedOnce } from '@kerb/server/platform/database/planned-once.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';

export type Database = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** Where exports run, and for how long at most. */
export type ExportPool = {
  pool: pg.Pool;
  embedded: boolean;
  longestMs: number;
  /** Stops what a connection is at, by way of another. */
  cancel: (client: pg.PoolClient) => Promise<unknown>;
};

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  exports: ExportPool;
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
    extensions: { pg_trgm },
    dataDir: folder === null ? 'memory://' : join(folder, 'postgres'),
    ...(loadDataDir && { loadDataDir }),
  });
  await pglite.waitReady;
  const options = { ...createPgConfig(pglite), Client: PlannedOnce, max: 1, idleTimeoutMillis: 0 };
  const pool = new pg.Pool(options as pg.PoolConfig);
  pool.on('connect', (client) => void client.query(`set time zone 'UTC'`));
  pool.on('error', () => {});
  const db = queryBuilder(pool);
  const close = async () => {
    await db.destroy();
    await pglite.close();
    unlock();
  };
  const exports = { pool, embedded: true, longestMs: longestExportMs, cancel: async () => {} };
  return { db, pool, exports, embedded: true, close };
}

const longestExportMs = 600_000;

/** Two connections of their own: a storm of exports waits for itself, and the lists do not notice. */
function exportPool(connectionString: string, others: pg.Pool): ExportPool {
  const limits = '-c statement_timeout=60s -c idle_in_transaction_session_timeout=60s';
  // Compiling a long line of cells takes a second, during which nothing is sent; running it as it is takes less.
  const options = `-c timezone=UTC -c jit=off ${limits}`;
  const pool = new pg.Pool({ connectionString, max: 2, options, connectionTimeoutMillis: 20_000 });
  pool.on('error', () => {});
  // A session whose reader is too slow is ended by the server, also while it is lent out.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const cancel = (client: pg.PoolClient) =>
    others.query('select pg_cancel_backend($1)', [(client as { processID?: number }).processID]);
  return { pool, embedded: false, longestMs: longestExportMs, cancel };
}

/** Our transactions last milliseconds: whoever waits longer than this for a row waits for something that is stuck. */
const longestLockWaitMs = 10_000;

/** PostgreSQL 15 or newer. */
export function openPostgres(connectionString: string, max: number): OpenDatabase {
  // Compiling a plan takes longer than any of ours runs; and a page that lies elsewhere is no longer far away.
  const options = `-c timezone=UTC -c jit=off -c random_page_cost=1.1 -c lock_timeout=${longestLockWaitMs}`;
  const pool = new pg.Pool({ connectionString, max, options, connectionTimeoutMillis: 5_000 });
  // A server that restarts drops idle connections; without a listener that would end the process.
  pool.on('error', () => {});
  const db = queryBuilder(pool);
  const exports = exportPool(connectionString, pool);
  const close = async () => {
    await exports.pool.end();
    await db.destroy();
  };
  return { db, pool, exports, embedded: false, close };
}
