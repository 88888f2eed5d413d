import type { Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** What runs once at a time, on however many servers. Under one number two of them would wait for each other. */
export const lockNumbers = {
  migration: 7_203_145,
  signingKeys: 7_203_146,
  jobQueue: 7_203_147,
  statementImport: 7_203_148,
  advertiserReferences: 7_203_149,
  batches: 7_203_150,
  demoData: 7_203_151,
} as const;

/** Waits for its turn, and has it until the transaction ends. */
export async function takeTurn(tx: Tx, name: keyof typeof lockNumbers): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumbers[name]})`.execute(tx);
}
