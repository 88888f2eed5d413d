import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { decideLineMove } from '@kerb/domain/statements/line-moves.ts';
import { decideTransfer } from '@kerb/domain/statements/propose-transfers.ts';
import { type LockedBatch, lockBatch } from '@kerb/server/features/batches/batches.repository.ts';
import { bouncePayment } from '@kerb/server/features/batches/bounce-payment.ts';
import { transferBatch } from '@kerb/server/features/batches/transfer-batch.ts';
import { type HeldLine, lockLine, readLine } from '@kerb/server/features/statements/statements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, notFound, notPermitted, Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Asked = { id: number; batchId: number; agreementId: number | null };
type Way = 'out' | 'back';

/** What the batch paid in all, or for one campaign, and what lines of statements show of it. */
async function paidBy(work: Work, { batchId, agreementId }: Asked, way: Way) {
  const sign = sql.lit(way === 'out' ? -1 : 1);
  const { rows } = await sql<{ amount: string; isBounced: boolean; shown: string; isTaken: boolean }>`
    select p.amount, p.is_bounced, coalesce(s.shown, 0) as shown, coalesce(s.is_taken, false) as is_taken
    from batches b cross join lateral (
      select null::bigint as agreement_id, b.total as amount, false as is_bounced
      union all select i.agreement_id, i.amount, i.returned_date is not null
      from batch_items i where i.batch_id = b.id) p
    cross join lateral (
      select sum(abs(l.amount)) as shown, bool_or(l.batch_agreement_id is null or p.agreement_id is null
        or l.batch_agreement_id = p.agreement_id) as is_taken
      from bank_statement_lines l where l.batch_id = b.id and sign(l.amount) = ${sign}) s
    where b.id = ${batchId} and p.agreement_id is not distinct from ${agreementId}::bigint`.execute(work.tx);
  const [row] = rows;
  if (!row) throw notFound('payment of this batch');
  return { ...row, amount: centsFromDecimal(row.amount), shown: centsFromDecimal(row.shown) };
}

type Found = { line: HeldLine; batch: LockedBatch; paid: Awaited<ReturnType<typeof paidBy>> };

/**
 * Locks the batch and reads the line, which is locked last. Null if the same person has matched the two before.
 */
async function findBoth(work: Work, asked: Asked, way: Way): Promise<Found | null> {
  if (!work.actor) throw notPermitted();
  const batch = await lockBatch(work.tx, asked.batchId);
  const line = await readLine(work.tx, asked.id);
  if (!batch) throw notFound('batch');
  const isSame = line.batchId === asked.batchId && line.batchAgreementId === asked.agreementId;
  if (isSame && line.stateByUserId === work.actor.userId) return null;
  const paid = await paidBy(work, asked, way);
  mustAllow(decideLineMove(line, 'accept'));
  mustAllow(decideTransfer(line, paid.amount, way));
  if (paid.isTaken) throw new Problem(409, 'matched-already', 'Another line of a statement is this transfer already.');
  return { line, batch, paid };
}

async function saveLine(work: Work, id: number, asked: Asked | null): Promise<void> {
  const line = await lockLine(work.tx, id);
  const after = mustAllow(decideLineMove(line, asked ? 'accept' : 'undo'));
  await work.tx
    .updateTable('bankStatementLines')
    .set({ state: after, batchId: asked?.batchId ?? null, batchAgreementId: asked?.agreementId ?? null })
    .set({ stateDate: work.now, stateByUserId: work.actor?.userId ?? null })
    .where('id', '=', id)
    .execute();
  const data = { statementLine: id, batch: asked?.batchId ?? line.batchId, state: { before: line.state, after } };
  const description = asked ? 'Bank statement line matched with a batch' : 'Bank statement line no longer of a batch';
  await record(work, { activityCode: 'campaign_update', description, data });
}

/**
 * Matches an outgoing line with what a batch paid. Once the lines of a batch that is processing add up to its total,
 * the bank has confirmed it, and it is transferred.
 */
export async function matchTransfer(work: Work, scope: AccessScope, asked: Asked): Promise<void> {
  const found = await findBoth(work, asked, 'out');
  if (!found) return;
  const { batch, paid } = found;
  if (batch.status !== 'processing' && batch.status !== 'transferred') {
    throw new Problem(409, 'batch-not-at-bank', 'The bank does not have this batch yet. Mark it as processing first.');
  }
  const isWhole = paid.shown + paid.amount === batch.totalCents;
  if (batch.status === 'processing' && isWhole) await transferBatch(work, scope, asked.batchId);
  await saveLine(work, asked.id, asked);
}

/** Matches an incoming line with a payment that the bank sent back. Records that it came back, unless an admin has. */
export async function matchBounce(
  work: Work,
  scope: AccessScope,
  asked: Asked & { agreementId: number },
): Promise<void> {
  const found = await findBoth(work, asked, 'back');
  if (!found) return;
  if (!found.paid.isBounced) await bouncePayment(work, scope, { ...asked, reason: found.line.words });
  await saveLine(work, asked.id, asked);
}

/** The line is unmatched again. What the batch and the ledger say stays. */
export const unlinkTransfer = (work: Work, id: number): Promise<void> => saveLine(work, id, null);
