import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Stage } from './harness.ts';

/**
 * Waits until the transactions that began before have ended, also those of other tests in the same cluster: lists in
 * the order of changes are read only up to the oldest of them.
 */
export async function caughtUp({ db }: Stage): Promise<void> {
  const { rows } = await sql<{ xid: number }>`select pg_current_xact_id()::text::bigint as xid`.execute(db);
  await vi.waitFor(
    async () => {
      const horizon = sql<{ isPassed: boolean }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text::bigint > ${rows[0]?.xid} as is_passed`;
      if (!(await horizon.execute(db)).rows[0]?.isPassed) throw new Error('a transaction still runs');
    },
    { timeout: 60_000, interval: 20 },
  );
}
