import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideBatchMove, discardNeedsSecond } from '@kerb/domain/batches/batch-moves.ts';
import { type Cents, centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { moveOf } from '@kerb/domain/payments/ledger-moves.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { followBatch, postForBatch } from '@kerb/server/features/batches/batch-campaigns.ts';
import { lockBatch } from '@kerb/server/features/batches/batches.repository.ts';
import { holdBatch } from '@kerb/server/features/batches/move-batch.ts';
import { hasPosted } from '@kerb/server/features/payments/post-moves.ts';
import { mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import { askForSecond } from '@kerb/server/platform/second-person/pending-acts.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** What an approved batch of an older release would have paid beyond what was kept, as the upgrade recorded it. */
const shortfallOf = async ({ tx }: Work, { id, books }: AgreementRecord): Promise<Cents> =>
  books.shortfall > 0 && (await hasPosted(tx, `opening:order-shortfall:${id}`)) ? books.shortfall : 0;

/** Discards a batch. If its file was downloaded, a second person confirms first that the bank has not taken it. */
export async function askToDiscard(work: Work, scope: AccessScope, id: number, reason: string): Promise<void> {
  const batch = await lockBatch(work.tx, id);
  if (!batch) throw notFound('batch');
  if (batch.status === 'discarded' || !discardNeedsSecond(batch)) return discardBatch(work, scope, id, reason);
  mustAllow(decideBatchMove(batch, 'discard', must(work.actor, 'the person who discards').userId));
  await askForSecond(work, { kind: 'discard-batch', subjectId: id, subjectName: `batch ${id}`, reason });
}

/** Discards a batch before the bank has it. Its funds are kept for their organisations again. */
export async function discardBatch(work: Work, scope: AccessScope, id: number, reason: string): Promise<void> {
  const held = await holdBatch(work, scope, id, 'discard');
  if (!held) return;
  const { tx, now } = work;
  await tx
    .updateTable('batches')
    .set({ status: 'discarded', discardedDate: now, discardedByUserId: held.userId, discardReason: reason })
    .where('id', '=', id)
    .execute();
  await tx.updateTable('batchItems').set({ isDiscarded: true }).where('batchId', '=', id).execute();
  for (const { item, agreement } of held.campaigns) {
    if (held.batch.status === 'approved') {
      const ordered = centsFromDecimal(item.amount);
      const shortfall = await shortfallOf(work, agreement);
      const moves = [moveOf('unorder', ordered), moveOf('clearShortfall', Math.min(ordered, shortfall))];
      await postForBatch(work, { batchId: id, event: 'unorder', agreement, moves });
    }
    const changes = {
      campaignAgencySettlementAmount: item.previousAmount === null ? null : centsFromDecimal(item.previousAmount),
      campaignAgencySettlementCreated: null,
    };
    const description = `Batch ${id} discarded`;
    await followBatch(work, agreement, changes, { batchId: id, description, more: { reason } });
  }
}
