import type { Database } from '@kerb/server/platform/database/database.ts';
import { grantRights, runRole } from '@kerb/server/platform/database/run-role.ts';
import { sql } from 'kysely';
import { asOwner } from './test-database.ts';

/**
 * Runs while the owner of an append-only table has switched off its triggers and lets the application change it: to
 * write rows as an older release left them.
 */
export async function unguarded(db: Database, table: string, run: () => Promise<unknown>): Promise<void> {
  await asOwner(db, async (tx) => {
    await sql`alter table ${sql.ref(table)} disable trigger user`.execute(tx);
    await sql`grant update, delete on ${sql.ref(table)} to ${sql.ref(runRole)}`.execute(tx);
  });
  try {
    await run();
  } finally {
    await asOwner(db, async (tx) => {
      await sql`alter table ${sql.ref(table)} enable trigger user`.execute(tx);
      await grantRights(tx, 'public');
    });
  }
}
