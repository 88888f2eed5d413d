import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { formatAddress } from '@kerb/domain/properties/address.ts';
import { decideAttach } from '@kerb/domain/properties/property-rules.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { invalid, mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Attaches a property to a locked campaign. Its address becomes the campaign's title. */
export async function attachProperty(work: Work, agreement: AgreementRecord, propertyId: number): Promise<void> {
  mustAllow(decideAttach(agreement));
  const property = await work.tx
    .selectFrom('properties')
    .selectAll()
    .where('id', '=', propertyId)
    // A concurrent removal either finishes first or finds the property in use.
    .forKeyShare()
    .executeTakeFirst();
  if (!property) throw invalid(fieldError('property', 'notValid', 'No property found with this ID.'));

  const name = formatAddress(property, work.deps.country);
  await changeCampaign(work, agreement, { propertyId, name }, { description: 'Property attached' });
  await work.deps.agreementEffects.keepSignaturesTrue(work, agreement.id);
}
