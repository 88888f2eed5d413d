import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { type BatchCampaign, followBatch, postForBatch } from '@kerb/server/features/batches/batch-campaigns.ts';
import { completePaidUpfront } from '@kerb/server/features/batches/complete-paid.ts';
import { holdBatch } from '@kerb/server/features/batches/move-batch.ts';
import type { Work } from '@kerb/server/platform/work.ts';

async function writeInBooks(work: Work, batchId: number, { item, agreement }: BatchCampaign): Promise<void> {
  const amount = centsFromDecimal(item.amount);
  const lent = Math.min(amount, agreement.books.agreed);
  await postForBatch(work, {
    batchId,
    event: 'transfer',
    agreement,
    moves: [{ move: 'transfer', amounts: { amount, lent } }],
  });
}

/** The bank has paid: marks each campaign's funds as transferred, dated in its organisation's time zone. */
export async function transferBatch(work: Work, scope: AccessScope, id: number): Promise<void> {
  const held = await holdBatch(work, scope, id, 'transfer');
  if (!held) return;
  await work.tx
    .updateTable('batches')
    .set({ status: 'transferred', transferredDate: work.now, transferredByUserId: held.userId })
    .where('id', '=', id)
    .execute();
  await work.tx.updateTable('batchItems').set({ isTransferred: true }).where('batchId', '=', id).execute();
  for (const campaign of held.campaigns) {
    const changes = { campaignAgencySettlementDate: dayIn(campaign.agreement.tenantTimeZone, work.now) };
    await followBatch(work, campaign.agreement, changes, {
      batchId: id,
      description: `Funds transferred by batch ${id}`,
    });
    await writeInBooks(work, id, campaign);
    await completePaidUpfront(work, campaign.agreement);
  }
}
