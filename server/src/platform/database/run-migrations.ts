import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '@kerb/server/platform/config.ts';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { tryTurn } from '@kerb/server/platform/database/locks.ts';
import {
  inShortTransaction,
  type OnlineSteps,
  onlineSteps,
  type Patience,
} from '@kerb/server/platform/database/online-steps.ts';
import { type Kysely, sql } from 'kysely';

/**
 * `up` runs in one transaction with short locks. `online` runs outside a transaction, for long steps; it can be
 * interrupted, and then runs again from its beginning.
 */
export type Migration = {
  up?: (db: Kysely<unknown>) => Promise<void>;
  online?: (db: Kysely<unknown>, steps: OnlineSteps) => Promise<void>;
};

export type NamedMigration = { name: string; load: () => Promise<Migration> };

/**
 * Migrations before this one were written to run together, in one transaction that keeps everybody else away. A
 * database of those releases is upgraded by all of them or by none, as their release notes say.
 */
const firstAlone = '0085';

type Owner = Pick<OpenDatabase, 'db' | 'embedded'>;

const askAgainMs = 200;

/**
 * One server migrates at a time. The lock is asked for again and again, each time in a new transaction. An index that
 * the other server creates concurrently waits for the end of every transaction that has a snapshot at that moment. One
 * that stayed open until the other server is done would never end.
 */
async function oneAtATime({ db, embedded }: Owner, run: () => Promise<string[]>): Promise<string[]> {
  // The embedded engine has one server and one connection; holding it would block the run itself.
  if (embedded) return run();
  // The lock belongs to a transaction: through a pooler, a lock of a session would stay with somebody else.
  const ran = await db.transaction().execute(async (tx) => {
    for (const limit of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) {
      await sql`set local ${sql.ref(limit)} = 0`.execute(tx);
    }
    return (await tryTurn(tx, 'migration')) ? run() : null;
  });
  if (ran !== null) return ran;
  await pause(askAgainMs);
  return oneAtATime({ db, embedded }, run);
}

const remember = (db: Kysely<unknown>, name: string) => sql`insert into migrations values (${name}, now())`.execute(db);

/** A server of an older release does not know the rules of newer tables. */
export function refuseNewer(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new ConfigError(`The database is newer than this release (it has ${unknown}): start the newer release.`);
}

async function appliedTo({ db }: Owner, known: readonly string[]): Promise<Set<string>> {
  await sql`create table if not exists migrations (name text primary key, applied_date timestamptz not null)`.execute(
    db,
  );
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  const applied = rows.map(({ name }) => name);
  refuseNewer(applied, known);
  return new Set(applied);
}

/** All or none. */
async function runTogether({ db }: Owner, migrations: readonly NamedMigration[]): Promise<void> {
  if (migrations.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = 0`.execute(tx);
    const plain = tx as unknown as Kysely<unknown>;
    for (const { name, load } of migrations) {
      await (await load()).up?.(plain);
      await remember(plain, name);
    }
  });
}

async function runAlone(owner: Owner, { name, load }: NamedMigration, patience?: Patience): Promise<void> {
  const { up, online } = await load();
  if (up && online) throw new Error(`migration ${name} has both 'up' and 'online': make two of it`);
  if (online) {
    const plain = owner.db as unknown as Kysely<unknown>;
    await online(plain, onlineSteps(owner, name));
    await remember(plain, name);
    return;
  }
  const run = async (tx: Kysely<unknown>) => {
    await up?.(tx);
    await remember(tx, name);
  };
  await inShortTransaction(owner.db, name, run, patience);
}

type Options = {
  /** The names of all migrations of this release, also of those that are not run now. */
  known: readonly string[];
  /** After all migrations, before other servers may migrate. */
  finish: () => Promise<void>;
  patience?: Patience;
};

/** Runs the migrations that the database lacks, in their order. Returns their names. */
export function runMigrations(
  owner: Owner,
  migrations: readonly NamedMigration[],
  { known, finish, patience }: Options,
): Promise<string[]> {
  return oneAtATime(owner, async () => {
    const applied = await appliedTo(owner, known);
    const pending = migrations.filter(({ name }) => !applied.has(name));
    await runTogether(
      owner,
      pending.filter(({ name }) => name < firstAlone),
    );
    for (const migration of pending.filter(({ name }) => name >= firstAlone)) {
      await runAlone(owner, migration, patience);
    }
    await finish();
    return pending.map(({ name }) => name);
  });
}
