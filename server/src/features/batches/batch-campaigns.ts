import type { Sight } from '@kerb/domain/access/sight.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import {
  type AgreementRecord,
  lockCampaign,
  updateAgreement,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import type { ItemRow } from '@kerb/server/features/batches/batches.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type BatchCampaign = { item: ItemRow; agreement: AgreementRecord };

/** Locks the campaigns of a batch in the order of their ids, so that two batches never deadlock. */
export async function lockCampaigns(work: Work, sight: Sight, items: readonly ItemRow[]): Promise<BatchCampaign[]> {
  const campaigns: BatchCampaign[] = [];
  for (const item of items.toSorted((a, b) => a.agreementId - b.agreementId)) {
    const agreement = await lockCampaign(work.tx, sight, item.agreementId);
    campaigns.push({ item, agreement });
  }
  return campaigns;
}

type Step = { batchId: number; description: string; more?: object };

/** Stores the progress of a campaign's funds, and writes its log entry. */
export async function followBatch(
  work: Work,
  agreement: AgreementRecord,
  changes: Partial<AgreementValues>,
  { batchId, description, more = {} }: Step,
): Promise<void> {
  await updateAgreement(work.tx, agreement.id, changes, work.now);
  await record(work, {
    activityCode: 'campaign_update',
    description,
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { batch: batchId, ...more, ...changesBetween<object>(agreement, changes) },
  });
}
