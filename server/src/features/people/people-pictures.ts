import { discardAsset, takeAsset } from '@kerb/server/platform/files/take-asset.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Place = { usedFor: 'portrait' | 'invitation'; present: number | null };

/** The file for a person's picture, taken into use. The picture that it replaces is deleted. */
export async function replacePicture(work: Work, id: number | null, { usedFor, present }: Place) {
  if (id === present) return present;
  if (id !== null) {
    await takeAsset(work, { id, use: 'portrait', usedFor, field: 'profilePicture', words: 'Upload the photo again.' });
  }
  if (present !== null) await discardAsset(work.tx, present);
  return id;
}

export const pictureOfUser = (userId: number, assetId: number | null): string | null =>
  assetId === null ? null : `/v1/users/${userId}/picture?v=${assetId}`;
