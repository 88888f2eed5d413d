import { must } from '@kerb/domain/kernel/must.ts';
import { recordEnd } from '@kerb/domain/reports/csv.ts';
import { fetchBytes, type Lot } from '@kerb/server/platform/csv/fetch-bytes.ts';
import type { ExportPool } from '@kerb/server/platform/database/database.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type pg from 'pg';

/** Records from the database in batches, all from one snapshot. */
export type LineCursor = {
  /** The number of records; null if it was not requested. */
  totalRows: number | null;
  /** The next batch; empty at the end. */
  next: () => Promise<Lot>;
  /** Cancels the query if records are left. */
  close: () => Promise<void>;
};

export type Statement = { sql: string; parameters: readonly unknown[] };
export type Lines = { select: Statement; count: Statement | null };

/** Few enough to hold in memory, and enough that the cost of a round trip is small. */
const linesAtATime = 2_000;

/** One snapshot, and days as DD/MM/YYYY. */
async function begin(client: pg.ClientBase): Promise<void> {
  await client.query('begin transaction isolation level repeatable read read only');
  await client.query(`set local datestyle to 'SQL, DMY'`);
  // Optimise for the first records, not for the last.
  await client.query('set local cursor_tuple_fraction = 0.0001');
}

/** The session of PostgreSQL that this transaction runs in. The driver's own number may be that of a pooler. */
async function backendOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend');
  return must(rows[0], 'answer of the database').backend;
}

const busy = () =>
  new Problem(503, 'busy', 'Other exports are still running. Please try again in a minute.', { retryAfterSeconds: 30 });

/** Waits for one of the export connections, with a time limit. */
async function connected({ pool }: ExportPool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: Error) => {
    throw error.message === 'timeout exceeded when trying to connect' ? busy() : error;
  });
}

const run = (client: pg.ClientBase, { sql, parameters }: Statement) => client.query(sql, [...parameters]);

const fetchSome = (name: string) => `fetch ${linesAtATime} from ${name}`;

async function fetchTexts(client: pg.ClientBase, name: string): Promise<Lot> {
  const { rows } = await client.query<[string]>({ text: fetchSome(name), rowMode: 'array' });
  return { records: rows.length, parts: [Buffer.from(rows.map(([line]) => line + recordEnd).join(''))] };
}

async function countOf(client: pg.ClientBase, count: Statement | null): Promise<number | null> {
  return count && Number((await run(client, count)).rows[0].count);
}

/** PostgreSQL: one connection and one transaction for all records. */
async function openOnServer(exports: ExportPool, lines: Lines, gone: AbortSignal): Promise<LineCursor> {
  const client = await connected(exports);
  let isRead = false;
  let isAsking = false;
  let backend: number | null = null;
  let closed: Promise<void> | undefined;

  async function asking<T>(ask: () => Promise<T>): Promise<T> {
    isAsking = true;
    return ask().finally(() => {
      isAsking = false;
    });
  }

  async function end(): Promise<void> {
    if (isRead) {
      await client.query('commit').then(
        () => client.release(),
        // Every line has been read; a connection that cannot commit is closed instead of reused.
        () => client.release(true),
      );
      return;
    }
    // Cancel the query and discard the connection, because its state is unknown.
    if (isAsking && backend !== null) await exports.cancel(backend);
    client.release(true);
  }
  const close = () => {
    closed ??= end();
    return closed;
  };

  async function next(): Promise<Lot> {
    if (isRead) return { records: 0, parts: [] };
    const some = await asking(() => fetchBytes(client, fetchSome('lines')));
    isRead = some.records < linesAtATime;
    return some;
  }

  async function open(): Promise<LineCursor> {
    await begin(client);
    backend = await backendOf(client);
    const totalRows = await countOf(client, lines.count);
    await run(client, { ...lines.select, sql: `declare lines no scroll cursor for ${lines.select.sql}` });
    return { totalRows, next, close };
  }

  try {
    gone.throwIfAborted();
    gone.addEventListener('abort', close);
    return await asking(open);
  } catch (error) {
    await close();
    throw error;
  }
}

let opened = 0;

/**
 * The embedded engine has one connection for everything, which an export must not block. So the engine materialises the
 * records at once (`with hold`), and each batch borrows the connection again.
 */
async function openEmbedded(exports: ExportPool, { select, count }: Lines, gone: AbortSignal): Promise<LineCursor> {
  opened += 1;
  const name = `lines_${opened}`;
  const client = await connected(exports);
  try {
    gone.throwIfAborted();
    await begin(client);
    const totalRows = await countOf(client, count);
    await run(client, { ...select, sql: `declare ${name} no scroll cursor with hold for ${select.sql}` });
    await client.query('commit');
    const next = async () => {
      const borrowed = await exports.pool.connect();
      return fetchTexts(borrowed, name).finally(() => borrowed.release());
    };
    return { totalRows, next, close: async () => void (await exports.pool.query(`close ${name}`)) };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** `gone` aborts when the receiver has disconnected. */
export const openLines = (exports: ExportPool, lines: Lines, gone: AbortSignal): Promise<LineCursor> =>
  exports.embedded ? openEmbedded(exports, lines, gone) : openOnServer(exports, lines, gone);
