import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { Move } from '@kerb/domain/payments/ledger-moves.ts';
import { type AgreementRecord, lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import type { ItemRow } from '@kerb/server/features/batches/batches.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type BatchCampaign = { item: ItemRow; agreement: AgreementRecord };

/** Locks the campaigns of a batch in the order of their ids, so that two batches never deadlock. */
export async function lockCampaigns(
  work: Work,
  scope: AccessScope,
  items: readonly ItemRow[],
): Promise<BatchCampaign[]> {
  const campaigns: BatchCampaign[] = [];
  for (const item of items.toSorted((a, b) => a.agreementId - b.agreementId)) {
    const agreement = await lockCampaign(work.tx, scope, item.agreementId);
    campaigns.push({ item, agreement });
  }
  return campaigns;
}

type Posting = {
  batchId: number;
  event: 'order' | 'unorder' | 'transfer' | 'bounce';
  agreement: AgreementRecord;
  moves: readonly Move[];
};

/** Writes a step of a batch into the ledger of one of its campaigns. The key allows each step once. */
export async function postForBatch(work: Work, { batchId, event, agreement, moves }: Posting): Promise<void> {
  const key = `${event}:${batchId}:${agreement.id}`;
  await postMoves(work, { agreementId: agreement.id, event, key, batchId, moves });
}

type Step = { batchId: number; description: string; more?: object };

/** Stores the progress of a campaign's funds, and writes its log entry. */
export async function followBatch(
  work: Work,
  agreement: AgreementRecord,
  changes: Partial<AgreementValues>,
  { batchId, description, more = {} }: Step,
): Promise<void> {
  await changeCampaign(work, agreement, changes, { description, data: { batch: batchId, ...more } });
}
