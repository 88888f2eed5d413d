import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '@kerb/server/platform/config.ts';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * How long a migration waits for a lock. While it waits, everybody else who needs the table waits behind it, so it
 * gives up soon and tries again later.
 */
const lockWaitMs = 1_000;
const lotSize = 2_000;
/** Between two lots, so that a fill leaves time for the requests of people. */
const betweenLotsMs = 10;

/** A lock that was not free in time, or a deadlock. */
const isAboutLocks = (error: unknown): boolean =>
  ['55P03', '40P01'].includes((error as { code?: string } | null)?.code ?? '');

export type Patience = { mostTries: number; betweenTriesMs: number };
const patience: Patience = { mostTries: 150, betweenTriesMs: 1_000 };

/** Runs a step until it gets its locks. */
async function patiently<T>(
  name: string,
  run: () => Promise<T>,
  { mostTries, betweenTriesMs }: Patience = patience,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isAboutLocks(error)) throw error;
      if (tries === mostTries) {
        throw new ConfigError(
          `Migration ${name} did not get its lock in ${tries} tries: end what uses the table for long (a dump, a report ` +
            'or a forgotten transaction) and start again. What was done before stays.',
        );
      }
      await pause(betweenTriesMs);
    }
  }
}

/** A migration in one transaction: all of it happens, or nothing. */
export const inShortTransaction = <T>(
  db: OpenDatabase['db'],
  name: string,
  run: (tx: Kysely<unknown>) => Promise<T>,
  limits: Patience = patience,
): Promise<T> =>
  patiently(
    name,
    () =>
      db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = ${sql.lit(lockWaitMs)}`.execute(tx);
        return run(tx as unknown as Kysely<unknown>);
      }),
    limits,
  );

/** The steps of an online migration. Each can be interrupted and repeated. */
export type OnlineSteps = {
  /** `on`: the table, the columns and the condition. Others read and write the table meanwhile. */
  createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void>;
  dropIndex: (name: string) => Promise<void>;
  /** Runs a statement for each range of ids, `from` to `to` inclusive, each in its own transaction. */
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

/**
 * An index that is created concurrently waits for older transactions, and nobody waits for it: its own wait has no
 * limit. Behind a pooler the session has no limit of ours.
 */
async function withoutLockTimeout(db: Kysely<unknown>, run: (session: Kysely<unknown>) => Promise<void>) {
  await db.connection().execute(async (session) => {
    const { rows } = await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(session);
    const limit = rows[0]?.limit ?? '0';
    if (limit !== '0') await sql`set lock_timeout = 0`.execute(session);
    try {
      await run(session);
    } finally {
      if (limit !== '0') await sql`set lock_timeout = ${sql.lit(limit)}`.execute(session);
    }
  });
}

async function isValid(db: Kysely<unknown>, name: string): Promise<boolean | null> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${`public.${name}`})`.execute(db);
  return rows[0]?.valid ?? null;
}

async function lastOfLot(db: Kysely<unknown>, table: string, after: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from ${sql.table(table)} where id > ${after} order by id limit ${lotSize}) lot`.execute(db);
  return rows[0]?.last ?? null;
}

export function onlineSteps({ db: owner, embedded }: Pick<OpenDatabase, 'db' | 'embedded'>, name: string): OnlineSteps {
  const db = owner as unknown as Kysely<unknown>;
  // Nobody else uses the embedded engine during a migration.
  const concurrently = embedded ? sql`` : sql`concurrently`;
  const drop = (index: string) =>
    withoutLockTimeout(db, async (session) => {
      await sql`drop index ${concurrently} if exists ${sql.ref(index)}`.execute(session);
    });
  return {
    createIndex: (index, on) =>
      patiently(name, async () => {
        const found = await isValid(db, index);
        if (found) return;
        // PostgreSQL leaves an unusable index behind if its creation is interrupted.
        if (found === false) await drop(index);
        await withoutLockTimeout(db, async (session) => {
          await sql`create index ${concurrently} ${sql.ref(index)} on ${on}`.execute(session);
        });
      }),
    dropIndex: drop,
    inLots: async (table, statement) => {
      for (let after = 0; ; ) {
        const last = await lastOfLot(db, table, after);
        if (last === null) return;
        const from = after + 1;
        await patiently(name, () => statement(from, last).execute(db));
        after = last;
        await pause(betweenLotsMs);
      }
    },
  };
}
