import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { lockFolder } from '@kerb/server/platform/database/folder-lock.ts';
import { type Pulse, startHeartbeat } from '@kerb/server/platform/database/heartbeat.ts';
import { allPlans, markedPlans, plansKeptBy } from '@kerb/server/platform/database/kept-plans.ts';
import { type Listen, listenOn } from '@kerb/server/platform/database/listen.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import { type SessionSettings, sessionOptions } from '@kerb/server/platform/database/session.ts';
import { Watch, watchedBy } from '@kerb/server/platform/database/watched-client.ts';
import { limitWriters } from '@kerb/server/platform/database/writers.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { traceStatement } from '@kerb/server/platform/tracing/trace-statements.ts';
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';

export type Database = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The connections for exports, and their time limit. */
export type ExportPool = {
  pool: pg.Pool;
  embedded: boolean;
  longestMs: number;
  /**
   * Cancels the query of a session of PostgreSQL, over another connection. A failure is logged; the query's time limit
   * then ends it.
   */
  cancel: (backend: number) => Promise<void>;
};

/** Connections to the database or to a copy of it. */
export type Place = { db: Database; exports: ExportPool };
/** For reads that take long and may be answered by a copy. A read sees every commit from before it began. */
export type Reader = {
  read: <T>(run: (place: Place) => Promise<T>) => Promise<T>;
  /** Whether the copy would answer a read now. Null if there is no copy. */
  isServing: () => Promise<boolean | null>;
};

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  exports: ExportPool;
  reader: Reader;
  pulse: Pulse;
  /** Hears of the changes of other servers. Null behind a pooler, which passes none on, and without other servers. */
  listen: Listen | null;
  /** True if the engine runs inside this process, one transaction at a time. */
  embedded: boolean;
  close: () => Promise<void>;
};

// The driver's own parsers return floats, local dates and slow objects. These parsers keep text, and convert only ids
// to numbers.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, momentFromPostgres);
/** The type of a list of ids, such as array_agg(id). The driver knows it and has no name for it. */
const int8List = 1016 as typeof pg.types.builtins.INT8;
const textsOf: (text: string) => string[] = pg.types.getTypeParser(int8List);
pg.types.setTypeParser(int8List, (text: string) => textsOf(text).map(Number));

/**
 * '2026-11-15 02:35:21.5+00' as '2026-11-15T02:35:21.500Z'; sessions run in UTC, and a time of another zone is refused.
 */
export function momentFromPostgres(text: string): string {
  if (!text.endsWith('+00')) throw new Error('A session of the database is not in UTC.');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`;
}

/** Logs a connection that breaks. Without this listener it would end the process. */
const reportLost = (log: Log) => (error: Error) => log.warn({ err: error }, 'a database connection was lost');

/**
 * The pool listens only to its idle connections. A connection that is in use may break between two statements, and then
 * nobody else listens.
 */
function surviveLosses(pool: pg.Pool, log: Log): void {
  pool.on('connect', (client) => void client.on('error', reportLost(log)));
  // The error of an idle connection. Its own listener has logged it, but without this one the process would end.
  pool.on('error', () => {});
}

/** A check without its own connection, for the embedded engine and for programs without a load balancer. */
const pulseOf = (pool: pg.Pool, silentMs: () => number): Pulse => ({
  answers: () =>
    pool.query('select 1').then(
      () => true,
      // The error says only that the database does not answer. The caller logs that.
      () => false,
    ),
  silentMs,
});

/** The reader of a database without a replica. */
const readerOf = (place: Place): Reader => ({ read: (run) => run(place), isServing: async () => null });

function queryBuilder(pool: pg.Pool, isTraced: boolean): Database {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    ...(isTraced && { log: traceStatement }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

type EmbeddedOptions = { loadDataDir?: Blob; isTraced?: boolean };

/** The embedded engine, in a folder, or in memory without one. */
export async function openEmbedded(
  folder: string | null,
  log: Log,
  { loadDataDir, isTraced = false }: EmbeddedOptions = {},
): Promise<OpenDatabase> {
  const unlock = folder === null ? () => {} : await lockFolder(folder);
  if (folder !== null) mkdirSync(folder, { recursive: true });
  const pglite = new PGlite({
    extensions: { pg_trgm },
    dataDir: folder === null ? 'memory://' : join(folder, 'postgres'),
    ...(loadDataDir && { loadDataDir }),
  });
  await pglite.waitReady;
  const options = { ...createPgConfig(pglite), Client: plansKeptBy(pg.Client, allPlans), max: 1, idleTimeoutMillis: 0 };
  const pool = new pg.Pool(options as pg.PoolConfig);
  pool.on('connect', (client) => void client.query(`set time zone 'UTC'`));
  pool.on('error', reportLost(log));
  const db = queryBuilder(pool, isTraced);
  const close = async () => {
    await db.destroy();
    await pglite.close();
    unlock();
  };
  const exports = { pool, embedded: true, longestMs: longestExportMs, cancel: async () => {} };
  const reader = readerOf({ db, exports });
  return { db, pool, exports, reader, pulse: pulseOf(pool, () => 0), listen: null, embedded: true, close };
}

const longestExportMs = 600_000;

/**
 * Runs with the rights of the login, which may be more than those of the connections' role. PostgreSQL lets only the
 * login of a session cancel its queries.
 */
async function asLogin(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(`begin; set local role none; ${statement}; commit`);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Two separate connections, so that many exports wait for each other and do not slow the lists. */
function exportPool({ connectionString, log, role, isPooled }: Address, others: pg.Pool): ExportPool {
  const settings: SessionSettings = {
    timezone: 'UTC',
    // JIT compilation of a long row of cells takes a second before anything is sent; interpreting it takes less.
    jit: 'off',
    statement_timeout: '60s',
    idle_in_transaction_session_timeout: '60s',
    ...(role !== null && { role }),
  };
  const session = sessionOptions(settings, { isPooled });
  const pool = new pg.Pool({ connectionString, max: 2, ...session, connectionTimeoutMillis: 20_000, keepAlive: true });
  surviveLosses(pool, log);
  const cancel = async (backend: number) => {
    const failed = (error: Error) => log.warn({ err: error }, 'the query of an export was not cancelled');
    await asLogin(others, `select pg_cancel_backend(${Number(backend)})`).catch(failed);
  };
  return { pool, embedded: false, longestMs: longestExportMs, cancel };
}

/** A transaction takes milliseconds. If a row is locked for longer than this, something is wrong. */
const longestLockWaitMs = 3_000;
/** No query of a request takes longer, at a million campaigns. PostgreSQL ends it, and its client repeats it. */
const longestStatementMs = 30_000;
/** A server that is paused within a transaction must not keep its locks for ever. */
const longestPauseMs = 30_000;
/** Longer than PostgreSQL's own limit: then the answer was lost on the way. */
const longestAnswerMs = longestStatementMs + 5_000;

type PostgresOptions = {
  /** The connections have the rights of this role, and not those of their login. Not through a pooler. */
  role?: string | null;
  /** For a server: limits the time of a statement, and asks all the time whether the database is there. */
  isWatched?: boolean;
  /** For a copy that is only read: limits the time of a statement, and does not ask whether it is there. */
  isReplica?: boolean;
  /** Whether a pooler may give each transaction another session. */
  isPooled?: boolean;
  /** Where a server asks whether the database is there, if not at the address itself. */
  probeUrl?: string | null;
  /** Where a server listens to notifications, if not at the address itself. Not a pooler. */
  listenUrl?: string | null;
  /** Whether each statement is a span of OpenTelemetry. */
  isTraced?: boolean;
};
type Address = Required<Omit<PostgresOptions, 'isWatched' | 'isReplica' | 'isTraced'>> & {
  connectionString: string;
  log: Log;
};

function poolOf({ connectionString, log, role, isPooled }: Address, max: number, watch: Watch | null): pg.Pool {
  const settings: SessionSettings = {
    timezone: 'UTC',
    // Compiling takes longer than our queries, and SSDs make random reads cheap.
    jit: 'off',
    random_page_cost: '1.1',
    lock_timeout: String(longestLockWaitMs),
    ...(role !== null && { role }),
    ...(watch && {
      statement_timeout: String(longestStatementMs),
      idle_in_transaction_session_timeout: String(longestPauseMs),
    }),
  };
  const Client = watch ? watchedBy(watch) : pg.Client;
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...sessionOptions(settings, { isPooled, Client: isPooled ? Client : plansKeptBy(Client, markedPlans) }),
  });
  surviveLosses(pool, log);
  return pool;
}

/** Closes connections that got no answer in time. */
const closeLate = (watch: Watch): NodeJS.Timeout =>
  setInterval(() => watch.closeWaitingSince(performance.now() - longestAnswerMs), 1_000).unref();

/** Closes connections that got no answer, at the latest after their time and at once when the database returns. */
function watchOver(watch: Watch, { connectionString, probeUrl, log }: Address) {
  const timer = closeLate(watch);
  // The database answered a later query, so it will never answer the queries that were sent before.
  const onReturn = (asked: number) => watch.closeWaitingSince(asked);
  const heart = startHeartbeat({
    config: { connectionString: probeUrl ?? connectionString, keepAlive: true },
    log,
    onReturn,
  });
  const stop = async () => {
    clearInterval(timer);
    await heart.stop();
  };
  return { pulse: { answers: heart.answers, silentMs: () => watch.silentMs() }, stop };
}

/** PostgreSQL 15 or newer. */
export function openPostgres(
  connectionString: string,
  max: number,
  log: Log,
  {
    role = null,
    isWatched = false,
    isReplica = false,
    isPooled = false,
    probeUrl = null,
    listenUrl = null,
    isTraced = false,
  }: PostgresOptions = {},
): OpenDatabase {
  const address = { connectionString, log, role, isPooled, probeUrl, listenUrl };
  const notifier = isPooled ? listenUrl : (listenUrl ?? connectionString);
  const watch = isWatched || isReplica ? new Watch() : null;
  const pool = poolOf(address, max, watch);
  const watching = watch && isWatched ? watchOver(watch, address) : null;
  const timer = watch && isReplica ? closeLate(watch) : undefined;
  const db = queryBuilder(pool, isTraced);
  limitWriters(db, max);
  const exports = exportPool(address, pool);
  const close = async () => {
    clearInterval(timer);
    await watching?.stop();
    await exports.pool.end();
    await db.destroy();
  };
  const reader = readerOf({ db, exports });
  const pulse = watching?.pulse ?? pulseOf(pool, () => 0);
  const listen = notifier === null ? null : listenOn({ connectionString: notifier }, log);
  return { db, pool, exports, reader, pulse, listen, embedded: false, close };
}
