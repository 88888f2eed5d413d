import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decideConsent } from '@kerb/domain/agreements/consent.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Request = { id: number; vendorAgentDataConsent: boolean };

/** Stores whether the agent may add and correct the property, as the payer says or as an admin records it. */
export async function giveConsent(work: Work, scope: AccessScope, { id, ...consent }: Request): Promise<void> {
  const agreement = await lockCampaign(work.tx, scope, id);
  if (agreement.vendorAgentDataConsent === consent.vendorAgentDataConsent) return;
  mustAllow(decideConsent(agreement));
  const description = consent.vendorAgentDataConsent
    ? 'Consent to property details given'
    : 'Consent to property details taken back';
  await changeCampaign(work, agreement, consent, { description });
}
