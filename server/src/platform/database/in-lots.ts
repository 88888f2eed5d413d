import type { Database } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

const lotSize = 1_000;

/**
 * Runs a statement that changes at most `most` rows until it changes fewer. Each run is a transaction of its own, so
 * that no lock is held for long and an interrupted job keeps what it has done.
 */
export async function inLots(db: Database, statement: (most: number) => RawBuilder<unknown>): Promise<number> {
  let changed = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await statement(lotSize).execute(db);
    changed += Number(numAffectedRows);
    if (numAffectedRows < lotSize) return changed;
  }
}

/** The rows that a condition finds, by their place in the table. Rows that somebody else has locked are left out. */
export const someOf = (table: string, isMeant: RawBuilder<unknown>, most: number) => sql`
  ctid = any(array(select ctid from ${sql.table(table)} where ${isMeant} limit ${most} for update skip locked))`;

/** The condition needs an index, because each lot looks for its rows again. */
export const deleteInLots = (db: Database, table: string, isMeant: RawBuilder<unknown>): Promise<number> =>
  inLots(db, (most) => sql`delete from ${sql.table(table)} where ${someOf(table, isMeant, most)}`);
