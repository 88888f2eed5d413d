import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/**
 * Runs without the triggers of an append-only table, which only its owner can switch off: to write rows as an older
 * release left them.
 */
export async function unguarded(db: Database, table: string, run: () => Promise<unknown>): Promise<void> {
  await sql`alter table ${sql.ref(table)} disable trigger user`.execute(db);
  try {
    await run();
  } finally {
    await sql`alter table ${sql.ref(table)} enable trigger user`.execute(db);
  }
}
