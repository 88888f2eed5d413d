import { randomBytes } from 'node:crypto';
import { uploaderOf } from '@kerb/domain/access/actor.ts';
import type { Asset, AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { AssetUse } from '@kerb/domain/vocabulary/asset-uses.ts';
import { checkQuota } from '@kerb/server/features/documents/check-quota.ts';
import { assetView } from '@kerb/server/features/documents/documents.repository.ts';
import type { ExaminedFile } from '@kerb/server/features/documents/examine-file.ts';
import type { ReceivedFile } from '@kerb/server/platform/files/received-file.ts';
import type { FileStore } from '@kerb/server/platform/ports/file-store.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Stores the bytes before their record, so that there is never a record without bytes. */
export async function storeBytes(fileStore: FileStore, { file }: { file: ReceivedFile }): Promise<string> {
  const storageKey = randomBytes(20).toString('hex');
  await fileStore.put(storageKey, file.readEncrypted());
  return storageKey;
}

export type Stored = ExaminedFile & {
  tenantId: number;
  storageKey: string;
  use: AssetUse;
  /** The only purpose that the document may be filed under, if its uploader named one. */
  purpose?: AttachmentPurpose | undefined;
  uploadedAsPayer: boolean;
};

/** Records a file whose bytes are stored. Documents of the product itself are never refused by a quota. */
export async function recordAsset(work: Work, stored: Stored): Promise<Asset> {
  const { tenantId, storageKey, use, purpose, uploadedAsPayer, fileName, contentType, file, scanState } = stored;
  const asset = { fileName, contentType, size: file.size };
  const isOfProduct = use === 'product';
  const uploader = work.actor && uploaderOf(work.actor);
  if (!isOfProduct) await checkQuota(work, { tenantId, uploadedAsPayer, size: file.size });
  const { id } = await work.tx
    .insertInto('assets')
    .values({
      ...asset,
      tenantId,
      storageKey,
      use,
      usedFor: isOfProduct ? 'product' : null,
      documentPurpose: purpose ?? null,
      uploadedAsPayer,
      scanState,
      scannedDate: scanState === 'clean' ? work.now : null,
      sha256: file.sha256,
      sealedFileKey: work.deps.secrets.personal.encrypt(file.key, storageKey),
      uploadedByUserId: uploader?.userId ?? null,
      uploadedBySignatoryId: uploader?.signatoryId ?? null,
      uploadDate: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return assetView({ ...asset, id });
}
