import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideStatusChange } from '@kerb/domain/agreements/transitions.ts';
import { isOwed } from '@kerb/domain/batches/owed.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { postTransfer } from '@kerb/domain/payments/ledger.ts';
import { moveTo } from '@kerb/server/features/agreements/change-status.ts';
import { type BatchCampaign, followBatch } from '@kerb/server/features/batches/batch-campaigns.ts';
import { holdBatch } from '@kerb/server/features/batches/move-batch.ts';
import { post } from '@kerb/server/features/payments/ledger.repository.ts';
import { mustAllow } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Completes a campaign that was paid upfront and transferred. A loan continues, by its own dates. */
async function completePaidUpfront(work: Work, { agreement }: BatchCampaign): Promise<void> {
  if (agreement.financeOptionCode !== 'pn' || !isOwed(agreement)) return;
  await moveTo(work, agreement, mustAllow(decideStatusChange(agreement, 'complete', 'product')));
}

async function writeInBooks(work: Work, { item, agreement }: BatchCampaign): Promise<void> {
  const entries = postTransfer(centsFromDecimal(item.amount), agreement.financeOptionCode !== 'pn');
  await post(work, { agreementId: agreement.id, event: 'transfer', entries });
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
  for (const campaign of held.campaigns) {
    const changes = { campaignAgencySettlementDate: dayIn(campaign.agreement.tenantTimeZone, work.now) };
    await followBatch(work, campaign.agreement, changes, {
      batchId: id,
      description: `Funds transferred by batch ${id}`,
    });
    await writeInBooks(work, campaign);
    await completePaidUpfront(work, campaign);
  }
}
