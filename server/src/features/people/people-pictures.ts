import { realActorOf } from '@kerb/domain/access/actor.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { holdAsset, isAttached } from '@kerb/server/features/documents/documents.repository.ts';
import { invalid } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The asset for a person's picture. The caller must have uploaded it, and no document may use it. */
export async function takePicture(work: Work, assetId: number | null): Promise<number | null> {
  if (assetId === null) return null;
  const asset = await holdAsset(work.tx, assetId);
  const uploader = work.actor && realActorOf(work.actor).userId;
  const isTheirs = asset !== undefined && asset.uploadedByUserId === uploader;
  if (!isTheirs || !asset.contentType.startsWith('image/') || (await isAttached(work.tx, assetId))) {
    throw invalid(fieldError('profilePicture', 'notValid', 'Upload the photo again.'));
  }
  return assetId;
}

export const pictureOfUser = (userId: number, assetId: number | null): string | null =>
  assetId === null ? null : `/v1/users/${userId}/picture?v=${assetId}`;
