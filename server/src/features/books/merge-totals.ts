import type { Deps } from '@kerb/server/platform/deps.ts';
import { sql } from 'kysely';

/** Merges the stored totals of days that have ended to one row for each account and day, a lot after the other. */
export async function mergeTotals({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ merged: string }>`select merge_ledger_totals()::text as merged`.execute(db);
    if (Number(rows[0]?.merged ?? 0) === 0) return;
  }
}
