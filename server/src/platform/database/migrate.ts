import { readdirSync } from 'node:fs';
import { ConfigError } from '@kerb/server/platform/config.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { grantRights } from '@kerb/server/platform/database/run-role.ts';
import { type Kysely, sql } from 'kysely';

type Migration = { up: (db: Kysely<unknown>) => Promise<void> };
const folder = new URL('../../../migrations/', import.meta.url);

export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
    .sort();

/**
 * Applies all pending migrations or none, and gives the run role its rights. Returns the names of those applied. A test
 * can stop after `upTo`, to write the rows of an older release.
 */
export async function migrate(db: Database, { upTo }: { upTo?: string } = {}): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    // A second server waits as long as the first one takes.
    await sql`set local lock_timeout = 0`.execute(tx);
    await takeTurn(tx, 'migration');
    await sql`create table if not exists migrations (name text primary key, applied_date timestamptz not null)`.execute(
      tx,
    );
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(tx);
    const known = migrationNames();
    const applied = new Set(rows.map((row) => row.name));
    const unknown = rows.find((row) => !known.includes(row.name));
    if (unknown) {
      throw new ConfigError(
        `The database is newer than this release (it has ${unknown.name}): start the newer release.`,
      );
    }
    const pending = known.filter((name) => !applied.has(name) && (upTo === undefined || name <= upTo));
    for (const name of pending) {
      const migration: Migration = await import(new URL(`${name}.ts`, folder).href);
      await migration.up(tx as unknown as Kysely<unknown>);
      await sql`insert into migrations values (${name}, now())`.execute(tx);
    }
    await grantRights(tx, 'public');
    return pending;
  });
}

/** Whether this release has migrations that the database lacks. Changes nothing. */
export async function needsMigration(db: Database): Promise<boolean> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('migrations')::text as table`.execute(db);
  if (!rows[0]?.table) return true;
  const applied = await sql<{ name: string }>`select name from migrations`.execute(db);
  const names = new Set(applied.rows.map(({ name }) => name));
  return migrationNames().some((name) => !names.has(name));
}
