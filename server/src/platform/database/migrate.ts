import { readdirSync } from 'node:fs';
import type { Database, OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { type Migration, refuseNewer, runMigrations } from '@kerb/server/platform/database/run-migrations.ts';
import { grantRights } from '@kerb/server/platform/database/run-role.ts';
import { sql } from 'kysely';

const folder = new URL('../../../migrations/', import.meta.url);

export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
    .sort();

const load = (name: string): Promise<Migration> => import(new URL(`${name}.ts`, folder).href);

/**
 * Applies all pending migrations, and gives the run role its rights. Returns the names of those applied. If one fails,
 * those before it stay, and the next start goes on with it. A test can stop after `upTo`, to write the rows of an older
 * release.
 */
export async function migrate(
  owner: Pick<OpenDatabase, 'db' | 'embedded'>,
  { upTo }: { upTo?: string } = {},
): Promise<string[]> {
  const known = migrationNames();
  const wanted = known.filter((name) => upTo === undefined || name <= upTo);
  const migrations = wanted.map((name) => ({ name, load: () => load(name) }));
  const finish = () => owner.db.transaction().execute((tx) => grantRights(tx, 'public'));
  return runMigrations(owner, migrations, { known, finish });
}

/** Whether this release has migrations that the database lacks. Refuses a newer database. Changes nothing. */
export async function needsMigration(db: Database): Promise<boolean> {
  const { rows } = await sql<{ table: string | null }>`select to_regclass('migrations')::text as table`.execute(db);
  if (!rows[0]?.table) return true;
  const stored = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
  const applied = stored.rows.map(({ name }) => name);
  const known = migrationNames();
  refuseNewer(applied, known);
  return known.some((name) => !applied.includes(name));
}
