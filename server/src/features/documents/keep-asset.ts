import { randomBytes } from 'node:crypto';
import { realActorOf } from '@kerb/domain/access/actor.ts';
import { extensionOf } from '@kerb/domain/documents/accepted-files.ts';
import type { Asset } from '@kerb/domain/documents/documents.contract.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { assetView } from '@kerb/server/features/documents/documents.repository.ts';
import { fileKinds, type Inspecting, inspected, kindOf, portrayed } from '@kerb/server/platform/files/file-kind.ts';
import { cleanFileName } from '@kerb/server/platform/files/file-name.ts';
import type { ReceivedFile } from '@kerb/server/platform/files/received-file.ts';
import { RefusedFile } from '@kerb/server/platform/files/refused-file.ts';
import { invalid, Problem, recorded } from '@kerb/server/platform/http/problem.ts';
import type { FileStore } from '@kerb/server/platform/ports/file-store.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** The storage quota of one organisation. */
const quotaBytes = 5 * 1024 ** 3;

/** A file that passed the checks and may be stored. */
export type ExaminedFile = { fileName: string; contentType: string; file: ReceivedFile };

type Incoming = { fileName: string; file: ReceivedFile; isPortrait?: boolean };

export async function examineFile(at: Inspecting, { fileName, file, isPortrait }: Incoming): Promise<ExaminedFile> {
  const name = cleanFileName(fileName);
  try {
    const kind = await kindOf(name, file.sample);
    if (isPortrait) return { fileName: 'photo.jpg', contentType: 'image/jpeg', file: await portrayed(at, kind, file) };
    const { extensions, contentType } = fileKinds[kind];
    return {
      fileName: extensionOf(name) === '' ? `${name}.${extensions[0]}` : name,
      contentType,
      file: await inspected(at, kind, file),
    };
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error;
    throw recorded(invalid(fieldError('asset', 'notValid', error.message), error.message), 'file-refused');
  }
}

/** Stores the bytes before their record, so that there is never a record without bytes. */
export async function storeBytes(fileStore: FileStore, { file }: ExaminedFile): Promise<string> {
  const storageKey = randomBytes(20).toString('hex');
  await fileStore.put(storageKey, file.readEncrypted());
  return storageKey;
}

/** The organisation is locked while counting, so that concurrent uploads cannot exceed the quota together. */
async function checkQuota({ tx }: Work, tenantId: number, size: number): Promise<void> {
  await sql`select from tenants where id = ${tenantId} for no key update`.execute(tx);
  const { kept } = await tx
    .selectFrom('assets')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('kept'))
    .where('tenantId', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (Number(kept) + size > quotaBytes) {
    throw new Problem(409, 'quota', 'This organisation has no room left for files. Ask support for more.');
  }
}

type Stored = ExaminedFile & { tenantId: number; storageKey: string };

/** Records a file whose bytes are stored. */
export async function recordAsset(work: Work, { tenantId, storageKey, ...stored }: Stored): Promise<Asset> {
  const { fileName, contentType, file } = stored;
  await checkQuota(work, tenantId, file.size);
  const asset = { fileName, contentType, size: file.size };
  const { id } = await work.tx
    .insertInto('assets')
    .values({
      ...asset,
      tenantId,
      storageKey,
      sha256: file.sha256,
      sealedFileKey: work.deps.secrets.personal.encrypt(file.key, storageKey),
      uploadedByUserId: work.actor && realActorOf(work.actor).userId,
      uploadDate: work.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return assetView({ ...asset, id });
}
