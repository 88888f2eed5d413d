import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';
import { asOwner } from './test-database.ts';

/**
 * While `run` runs, no entry about this campaign can be written to the log, so each change of it fails. With 'delete',
 * none can be deleted.
 */
export async function brokenLog(
  db: Database,
  agreementId: number,
  run: () => Promise<void>,
  on: 'insert' | 'delete' = 'insert',
): Promise<void> {
  const row = sql.raw(on === 'insert' ? 'new' : 'old');
  await asOwner(db, async (tx) => {
    await sql`
      create or replace function refuse_one_row() returns trigger language plpgsql as $$
      begin raise exception 'a broken row'; end $$`.execute(tx);
    await sql`
      create trigger refuse_one_row before ${sql.raw(on)} on log_entries for each row
      when (${row}.target_agreement_id = ${sql.lit(agreementId)}) execute function refuse_one_row()`.execute(tx);
  });
  try {
    await run();
  } finally {
    await asOwner(db, (tx) => sql`drop trigger refuse_one_row on log_entries`.execute(tx));
  }
}
