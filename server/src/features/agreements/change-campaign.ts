import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { updateAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Fields = Partial<AgreementValues> & { propertyId?: number };

/** The campaign before the change, with the fields that change. */
type Campaign = { id: number; tenantId: number } & { [Name in keyof Fields]?: Fields[Name] | null };

type Entry = {
  description?: string;
  /** Logged beside the changed fields. */
  data?: object;
  /** Written with the changed fields and not logged. */
  stamps?: Partial<AgreementValues>;
};

/** Writes fields of a locked campaign, with a log entry of their values before and after. */
export async function changeCampaign(
  work: Work,
  campaign: Campaign,
  changes: Fields,
  { description, data, stamps }: Entry = {},
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await updateAgreement(work.tx, campaign.id, { ...changes, ...stamps }, work.now);
  await record(work, {
    activityCode: 'campaign_update',
    ...(description && { description }),
    agreementId: campaign.id,
    tenantId: campaign.tenantId,
    data: { ...data, ...changesBetween<object>(campaign, changes) },
  });
}
