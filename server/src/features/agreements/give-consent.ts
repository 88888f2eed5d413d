import type { Sight } from '@kerb/domain/access/sight.ts';
import { decideConsent } from '@kerb/domain/agreements/consent.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { lockCampaign, updateAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Request = { id: number; vendorAgentDataConsent: boolean };

/** Stores whether the agent may add and correct the property, as the payer says or as an admin records it. */
export async function giveConsent(work: Work, sight: Sight, { id, ...consent }: Request): Promise<void> {
  const agreement = await lockCampaign(work.tx, sight, id);
  if (agreement.vendorAgentDataConsent === consent.vendorAgentDataConsent) return;
  mustAllow(decideConsent(agreement));
  await updateAgreement(work.tx, id, consent, work.now);
  await record(work, {
    activityCode: 'campaign_update',
    description: consent.vendorAgentDataConsent
      ? 'Consent to property details given'
      : 'Consent to property details taken back',
    agreementId: id,
    tenantId: agreement.tenantId,
    data: changesBetween(agreement, consent),
  });
}
