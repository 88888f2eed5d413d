import type { BatchStatus } from '@kerb/domain/batches/batch-moves.ts';
import type { Batch } from '@kerb/domain/batches/batches.contract.ts';
import { toMoveFirst } from '@kerb/domain/payments/movements.ts';
import { readLent, readOursInTrust } from '@kerb/server/features/payments/ours-in-trust.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

const unpaid: readonly BatchStatus[] = ['waiting-approval', 'approved', 'processing'];

/** What a batch lends, and what is to be moved to the trust account before the bank pays it and the others. */
export async function lendingOf(
  db: Database | Tx,
  { operatingAccount }: Pick<Config, 'operatingAccount'>,
  { id, status }: { id: number; status: BatchStatus },
): Promise<Batch['lending']> {
  if (operatingAccount === null || !unpaid.includes(status)) return null;
  const { lent, withOthers } = await readLent(db, id);
  if (lent === 0) return null;
  const { ours } = await readOursInTrust(db);
  return { lent, toMoveFirst: toMoveFirst({ ours, lentUnderWay: withOthers }) };
}
