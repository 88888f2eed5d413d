import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { uploaderOf } from '@kerb/domain/access/actor.ts';
import { thumbnailBox } from '@kerb/domain/documents/documents.contract.ts';
import { enterCodeToOpen, isLocked } from '@kerb/domain/payers/payer-details.ts';
import { documentsInScope, findAsset, payerInLog } from '@kerb/server/features/documents/documents.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { asAttachment } from '@kerb/server/platform/files/file-name.ts';
import { openStored } from '@kerb/server/platform/files/open-stored.ts';
import { thumbnailOf, thumbnailType } from '@kerb/server/platform/files/thumbnails.ts';
import { filePolicy } from '@kerb/server/platform/http/send-file.ts';
import { StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import { notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { queueOwnerOf } from '@kerb/server/platform/queues/lanes.ts';
import { type By, inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyReply } from 'fastify';

type AssetRow = NonNullable<Awaited<ReturnType<typeof findAsset>>>;

/** The caller's own upload until something uses it, or a document that they may see. */
async function assetInScope({ db }: Deps, scope: AccessScope, id: number): Promise<AssetRow> {
  const asset = await findAsset(db, id);
  const { userId, signatoryId } = uploaderOf(scope.actor);
  const isOwn = asset?.uploadedByUserId === userId && asset.uploadedBySignatoryId === signatoryId;
  const isOwnAndLoose = isOwn && asset.usedFor === null;
  const isVisible = isOwnAndLoose || (await documentsInScope(db, scope, { assetId: id })).length > 0;
  if (!asset || !isVisible) throw notFound('file');
  return asset;
}

const damaged = () => new Problem(410, 'file-damaged', 'This file can no longer be read. Please upload it again.');

/** An error that says nothing about the file: a refusal, or a store that does not answer. */
const isAnswer = (error: unknown): boolean => error instanceof Problem || error instanceof StoreFailure;

const erased = () => new Problem(410, 'erased', 'This document was erased.');

/** Opens a stored file and checks its first part, so that a damaged file gives an error, not half a download. */
async function openChecked(deps: Deps, asset: AssetRow): Promise<Readable> {
  if (asset.sealedFileKey.length === 0) throw erased();
  const content = await openStored(deps, asset);
  await once(content, 'readable');
  return content;
}

/** Sends the file as an attachment, with headers that prevent scripts. */
export async function sendAsset(deps: Deps, asset: AssetRow, reply: FastifyReply): Promise<undefined> {
  const content = await openChecked(deps, asset).catch((error) => {
    if (isAnswer(error)) throw error;
    reply.log.error({ err: error, assetId: asset.id }, 'a stored file is damaged');
    throw damaged();
  });
  const isText = asset.contentType.startsWith('text/');
  await reply
    .header('content-type', isText ? `${asset.contentType}; charset=utf-8` : asset.contentType)
    .header('content-length', asset.size)
    .header('content-disposition', asAttachment(asset.fileName))
    .header('content-security-policy', filePolicy)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(content);
  return undefined;
}

/**
 * Logs everyone who opens a payer's identity document. Returns whether it is one. A payer who came by a Payment URL
 * enters a code first.
 */
async function noteOpening(deps: Deps, by: By, asset: AssetRow): Promise<boolean> {
  const papers = await deps.db
    .selectFrom('attachments as d')
    .innerJoin('agreements as a', 'a.id', 'd.agreementId')
    .leftJoin('signatories as p', 'p.id', 'd.signatoryId')
    .select(['d.agreementId', 'a.tenantId', 'p.firstName as payerFirst', 'p.surname as payerLast', 'p.emailAddress'])
    .where('d.assetId', '=', asset.id)
    .where('d.purpose', '=', 'vendor-id')
    .execute();
  if (papers.length === 0) return false;
  const { actor } = by;
  if (actor && papers.some((paper) => isLocked(actor, paper))) throw new Problem(403, 'locked', enterCodeToOpen);
  await inTransaction(deps, by, async (work) => {
    for (const { agreementId, tenantId, emailAddress: _, ...payer } of papers) {
      await record(work, {
        activityCode: 'attachment_update',
        description: 'Identity document opened',
        agreementId,
        tenantId,
        data: { fileName: asset.fileName, purpose: 'vendor-id', ...payerInLog(payer) },
      });
    }
  });
  return true;
}

/** A thumbnail of a picture; 404 for other files. Seeing the thumbnail counts as opening the document. */
export async function sendThumbnail(deps: Deps, scope: AccessScope, { id, by, reply }: Download): Promise<undefined> {
  const asset = await assetInScope(deps, scope, id);
  if (!asset.contentType.startsWith('image/')) throw notFound('picture');
  const isIdentityDocument = await noteOpening(deps, by, asset);
  const picture = await thumbnailOf({
    storageKey: asset.storageKey,
    box: thumbnailBox,
    owner: queueOwnerOf(scope.actor),
    open: () => openStored(deps, asset),
    isKept: !isIdentityDocument,
  }).catch((error) => {
    if (isAnswer(error)) throw error;
    reply.log.error({ err: error, assetId: id }, 'a stored picture is damaged');
    throw damaged();
  });
  await reply
    .type(thumbnailType)
    .header('content-security-policy', filePolicy)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .send(picture);
  return undefined;
}

type Download = { id: number; by: By; reply: FastifyReply };

export async function downloadAsset(deps: Deps, scope: AccessScope, { id, by, reply }: Download): Promise<undefined> {
  const asset = await assetInScope(deps, scope, id);
  await noteOpening(deps, by, asset);
  reply.log.info({ assetId: id, userId: scope.actor.userId }, 'document opened');
  return sendAsset(deps, asset, reply);
}
