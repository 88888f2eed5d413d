import sharp from 'sharp';
import type { Stage } from './harness.ts';
import { aForm } from './multipart.ts';

/** A picture in one colour. */
export const aPicture = (width: number, height: number, background = '#4a7b93') =>
  sharp({ create: { width, height, channels: 3, background } });

type Upload = { tenantId: number; value?: Buffer; assetTransform?: string; fileName?: string };

/** Uploads a picture, by default a large JPEG for a photo of a property. */
export async function upload(stage: Stage, userId: number, { tenantId, ...more }: Upload) {
  const { value, assetTransform = 'photo', fileName = 'house.jpg' } = more;
  const { payload, headers } = aForm(
    { name: 'tenantId', value: String(tenantId) },
    { name: 'assetTransform', value: assetTransform },
    { name: 'asset', value: value ?? (await aPicture(3_000, 2_000).jpeg().toBuffer()), fileName },
  );
  return stage.as(userId)('POST', '/v1/assets', payload, headers);
}

/** What Add Property sends for a campaign of an agency. */
export const aNewProperty = {
  ...{ address: '3 Banksia Rd', city: 'Yass', state: 'NSW', postalCode: '2582' },
  ...{ natureOfOwnership: 'investment', sellingPriceMin: 800_000, sellingPriceMax: 900_000 },
};

/** Gives a campaign a property, without any rule. */
export async function giveProperty({ db }: Stage, agreementId: number): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  const property = { address: '12 Wattle St', city: 'Yass', state: 'NSW', postalCode: '2582' };
  const { id } = await db
    .insertInto('properties')
    .values({ ...property, createdDate: at, lastUpdateDate: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('agreements').set({ propertyId: id }).where('id', '=', agreementId).execute();
}

/** Gives a campaign a property with a photo. */
export async function givePhoto(stage: Stage, userId: number, { id, tenantId }: { id: number; tenantId: number }) {
  await giveProperty(stage, id);
  const { href, id: assetId } = (await upload(stage, userId, { tenantId })).json();
  const answer = await stage.as(userId)('PUT', `/v1/agreements/${id}/property-photo`, { asset: { href } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const { storageKey } = await stage.db
    .selectFrom('assets')
    .select('storageKey')
    .where('id', '=', assetId)
    .executeTakeFirstOrThrow();
  const isKept = async () => {
    const row = await stage.db.selectFrom('assets').select('id').where('id', '=', assetId).executeTakeFirst();
    return row !== undefined;
  };
  return { storageKey, isKept };
}
