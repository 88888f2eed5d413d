import { type PictureName, presentationOf } from '@kerb/server/features/branding/branding.repository.ts';
import { findAsset } from '@kerb/server/features/documents/documents.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Box } from '@kerb/server/platform/files/picture.ts';
import { sendPicture } from '@kerb/server/platform/http/send-picture.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';

/** Twice the size on the page, for high-resolution screens. */
// biome-ignore format: a table
const pictures: Record<PictureName, { file: 'logoId' | 'pictureId' | 'photoId'; box: Box }> = {
  logo:             { file: 'logoId',    box: { width: 320, height: 96  } },
  'agent-picture':  { file: 'pictureId', box: { width: 112, height: 112 } },
  'property-photo': { file: 'photoId',   box: { width: 480, height: 320 } },
};

const isPictureName = (name: string): name is PictureName => Object.hasOwn(pictures, name);

type Asked = { id: number; name: string; version: string; owner: string };

/** A picture of a payer's page, for a reader whose cookie was asked before. It is always redrawn small. */
export async function sendPagePicture(
  deps: Deps,
  { id, name, version, owner }: Asked,
  reply: FastifyReply,
): Promise<undefined> {
  if (!isPictureName(name)) throw notFound('picture');
  const { file, box } = pictures[name];
  const { [file]: assetId } = await presentationOf(deps.db, id, sql`true`);
  const picture = assetId === null ? undefined : await findAsset(deps.db, assetId);
  if (!picture) throw notFound('picture');
  return sendPicture(deps, reply, { picture, box, owner, version });
}
