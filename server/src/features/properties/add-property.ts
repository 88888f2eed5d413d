import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { AddedProperty } from '@kerb/domain/properties/properties.contract.ts';
import { decideAdd } from '@kerb/domain/properties/property-rules.ts';
import { decideSaleDetails, saleFields } from '@kerb/domain/properties/sale-details.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { changeCampaign } from '@kerb/server/features/agreements/change-campaign.ts';
import { attachProperty } from '@kerb/server/features/properties/attach-property.ts';
import { createProperty } from '@kerb/server/features/properties/create-property.ts';
import { takePhoto } from '@kerb/server/features/properties/set-photo.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Request = { id: number; added: AddedProperty };

/** Adds the property and the sale details to a campaign without a property, all or nothing. */
export async function addProperty(work: Work, scope: AccessScope, { id, added }: Request): Promise<void> {
  const agreement = await lockCampaign(work.tx, scope, id);
  mustAllow(decideAdd(agreement, standingTowards(scope.actor, agreement)));

  const { photo, ...typed } = added;
  const { natureOfOwnership, methodOfSale, auctionDate, sellingPriceMin, sellingPriceMax, soldPrice, ...property } =
    typed;
  const sale = { natureOfOwnership, methodOfSale, auctionDate, sellingPriceMin, sellingPriceMax, soldPrice };
  const situation = {
    country: work.deps.country,
    isAgency: agreement.tenantType === 'agency',
    purpose: agreement.campaignBudgetFundsPurpose,
    isAdding: true,
  };
  const changes = mustAllow(decideSaleDetails(agreement, sale as Partial<typeof agreement>, situation));
  const about = { agreementId: id, tenantId: agreement.tenantId };
  const propertyId = await createProperty(work, { ...property, domainPropertyRef: null }, about);
  await attachProperty(work, agreement, propertyId);
  if (photo) await takePhoto(work, agreement, { asset: photo, field: 'photo' });
  if (saleFields.every((name) => changes[name] === undefined)) return;
  await changeCampaign(work, agreement, changes);
}
