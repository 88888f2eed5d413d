import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { decidePhoto } from '@kerb/domain/properties/property-photo.ts';
import { lockCampaign } from '@kerb/server/features/agreements/agreements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { discardAsset, takeAsset } from '@kerb/server/platform/files/take-asset.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Campaign = { id: number; tenantId: number };
type Taken = { asset: number; field: 'asset' | 'photo' };

/** Takes the photo away from its campaign. Its file is deleted. Returns its number; null if there was none. */
async function discardPhoto({ tx }: Work, agreementId: number): Promise<number | null> {
  const row = await tx
    .deleteFrom('propertyPhotos')
    .where('agreementId', '=', agreementId)
    .returning('assetId')
    .executeTakeFirst();
  if (!row) return null;
  await discardAsset(tx, row.assetId);
  return row.assetId;
}

/** The photo in the log: it has no name of its own. */
const named = (assetId: number | null): string | null => (assetId === null ? null : `File ${assetId}`);

const note = (
  work: Work,
  { id, tenantId }: Campaign,
  description: string,
  photo: { before: unknown; after: unknown },
) => record(work, { activityCode: 'property_update', description, agreementId: id, tenantId, data: { photo } });

/** Makes an uploaded picture the photo of a locked campaign: the caller's own upload, once. */
export async function takePhoto(work: Work, campaign: Campaign, { asset, field }: Taken): Promise<void> {
  const { id: agreementId, tenantId } = campaign;
  const words = 'Upload the photo of the property again.';
  await takeAsset(work, { id: asset, use: 'photo', usedFor: 'photo', tenantId, field, words });
  const before = await discardPhoto(work, agreementId);
  await work.tx.insertInto('propertyPhotos').values({ agreementId, assetId: asset }).execute();
  const description = before === null ? 'Photo of the property added' : 'Photo of the property replaced';
  await note(work, campaign, description, { before: named(before), after: named(asset) });
}

export async function setPhoto(work: Work, scope: AccessScope, { id, asset }: { id: number; asset: number }) {
  const agreement = await lockCampaign(work.tx, scope, id);
  mustAllow(decidePhoto(agreement));
  await takePhoto(work, agreement, { asset, field: 'asset' });
}

/** Nothing happens if there is no photo. */
export async function removePhoto(work: Work, scope: AccessScope, id: number): Promise<void> {
  const agreement = await lockCampaign(work.tx, scope, id);
  const before = await discardPhoto(work, id);
  if (before !== null)
    await note(work, agreement, 'Photo of the property removed', { before: named(before), after: null });
}
