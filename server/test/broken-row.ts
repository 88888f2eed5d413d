import type { Database } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';
import { asOwner } from './test-database.ts';

type Broken = { table: string; on: 'insert' | 'update' | 'delete'; when: RawBuilder<unknown> };

/** While `run` runs, the rows of the condition cannot be written or deleted, as a bug or a damaged row would cause. */
export async function brokenRows(db: Database, { table, on, when }: Broken, run: () => Promise<void>): Promise<void> {
  await asOwner(db, async (tx) => {
    await sql`
      create or replace function refuse_one_row() returns trigger language plpgsql as $$
      begin raise exception 'a broken row'; end $$`.execute(tx);
    await sql`
      create trigger refuse_one_row before ${sql.raw(on)} on ${sql.table(table)} for each row
      when (${when}) execute function refuse_one_row()`.execute(tx);
  });
  try {
    await run();
  } finally {
    await asOwner(db, (tx) => sql`drop trigger refuse_one_row on ${sql.table(table)}`.execute(tx));
  }
}

/**
 * While `run` runs, no entry about this campaign can be written to the log, so each change of it fails. With 'delete',
 * none can be deleted.
 */
export const brokenLog = (
  db: Database,
  agreementId: number,
  run: () => Promise<void>,
  on: 'insert' | 'delete' = 'insert',
): Promise<void> => {
  const row = sql.raw(on === 'insert' ? 'new' : 'old');
  const when = sql`${row}.target_agreement_id = ${sql.lit(agreementId)}`;
  return brokenRows(db, { table: 'log_entries', on, when }, run);
};
