import type { Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** The advisory locks of tasks that run once at a time over all servers. Each task needs its own number. */
export const lockNumbers = {
  migration: 7_203_145,
  signingKeys: 7_203_146,
  jobQueue: 7_203_147,
  statementImport: 7_203_148,
  advertiserReferences: 7_203_149,
  batches: 7_203_150,
  demoData: 7_203_151,
  rates: 7_203_155,
  messageTemplates: 7_203_156,
  logChain: 7_203_157,
  // The triggers of the ledger and of the periods take it too.
  bookPeriods: 7_203_158,
  bankMovements: 7_203_159,
} as const;

/** Waits for the lock and holds it until the transaction ends. */
export async function takeTurn(tx: Tx, name: keyof typeof lockNumbers): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumbers[name]})`.execute(tx);
}

/**
 * Takes the lock until the transaction ends, unless somebody else has it. Without a parameter, because PostgreSQL keeps
 * the snapshot of a statement with parameters until the next one. An index that is created concurrently waits for it.
 */
export async function tryTurn(tx: Tx, name: keyof typeof lockNumbers): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(lockNumbers[name])}) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}
