import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideBounce } from '@kerb/domain/batches/bounce.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { followBatch, postForBatch } from '@kerb/server/features/batches/batch-campaigns.ts';
import { lockBatch } from '@kerb/server/features/batches/batches.repository.ts';
import { hasPosted } from '@kerb/server/features/payments/post-moves.ts';
import { mustAllow, notFound, notPermitted } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type Bounced = { batchId: number; agreementId: number; reason: string };

/**
 * Records that the bank sent a payment of a batch back. Its funds are kept for the organisation again, so that the next
 * batch pays them. A repeat by the same person succeeds and changes nothing.
 */
export async function bouncePayment(
  work: Work,
  scope: AccessScope,
  { batchId, agreementId, reason }: Bounced,
): Promise<void> {
  const { tx, actor, now } = work;
  if (!actor) throw notPermitted();
  const batch = await lockBatch(tx, batchId);
  if (!batch) throw notFound('batch');
  const item = await tx
    .selectFrom('batchItems')
    .select(['amount', 'returnedDate', 'returnedByUserId', 'returnReason'])
    .where('batchId', '=', batchId)
    .where('agreementId', '=', agreementId)
    .executeTakeFirst();
  if (!item) throw notFound('payment of this batch');
  if (item.returnedByUserId === actor.userId && item.returnReason === reason) return;
  const agreement = await lockCampaign(tx, scope, agreementId);
  const isInLedger = await hasPosted(tx, `transfer:${batchId}:${agreementId}`);
  mustAllow(decideBounce({ status: batch.status, isBounced: item.returnedDate !== null, isInLedger }));
  await tx
    .updateTable('batchItems')
    .set({ returnedDate: now, returnedByUserId: actor.userId, returnReason: reason })
    .where('batchId', '=', batchId)
    .where('agreementId', '=', agreementId)
    .execute();
  const amount = centsFromDecimal(item.amount);
  const lent = Math.min(amount, agreement.books.loans);
  await postForBatch(work, {
    batchId,
    event: 'bounce',
    agreement,
    moves: [{ move: 'bounce', amounts: { amount, lent } }],
  });
  const changes = {
    campaignAgencySettlementAmount: null,
    campaignAgencySettlementCreated: null,
    campaignAgencySettlementProcessing: null,
    campaignAgencySettlementDate: null,
  };
  const description = `Payment of batch ${batchId} sent back by the bank`;
  await followBatch(work, agreement, changes, { batchId, description, more: { amount, reason } });
}
