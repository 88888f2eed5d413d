import type { Deps } from '@kerb/server/platform/deps.ts';
import { openStored } from '@kerb/server/platform/files/open-stored.ts';
import type { Box } from '@kerb/server/platform/files/picture.ts';
import { thumbnailOf, thumbnailType } from '@kerb/server/platform/files/thumbnails.ts';
import { filePolicy } from '@kerb/server/platform/http/send-file.ts';
import { StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyReply } from 'fastify';

type StoredPicture = { id: number; storageKey: string; sealedFileKey: Buffer; sha256: Buffer };

/** A part of the content's hash, for the address of a picture: another picture then has another address. */
export const pictureVersion = (sha256: Buffer): string => sha256.toString('hex', 0, 8);

type Sent = {
  picture: StoredPicture;
  box: Box;
  /** Whose turn of drawing it takes. */
  owner: string;
  /** The version in the address of the request. */
  version: string | undefined;
};

const damaged = () => new Problem(410, 'file-damaged', 'This picture can no longer be read. Please upload it again.');

/**
 * Draws a picture and sends it: no stored byte is sent. The browser keeps it for ever if its address has the hash of
 * its content, and asks again each time if not.
 */
export async function sendPicture(
  deps: Deps,
  reply: FastifyReply,
  { picture, box, owner, version }: Sent,
): Promise<undefined> {
  const { storageKey, sha256 } = picture;
  const open = () => openStored(deps, picture);
  const drawn = await thumbnailOf({ storageKey, box, owner, open, isKept: true }).catch((error: unknown) => {
    if (error instanceof Problem || error instanceof StoreFailure) throw error;
    reply.log.error({ err: error, assetId: picture.id }, 'a stored picture is damaged');
    throw damaged();
  });
  const isExact = version === pictureVersion(sha256);
  await reply
    .type(thumbnailType)
    .header('content-security-policy', filePolicy)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', isExact ? 'private, max-age=31536000, immutable' : 'private, no-cache')
    .send(drawn);
  return undefined;
}
