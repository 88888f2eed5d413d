import { randomBytes } from 'node:crypto';
import type { Sight } from '@kerb/domain/access/sight.ts';
import type { Asset } from '@kerb/domain/documents/documents.contract.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { inSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import { assetView } from '@kerb/server/features/documents/documents.repository.ts';
import { readUploadForm, type UploadForm } from '@kerb/server/features/documents/upload-form.ts';
import { countAttempt } from '@kerb/server/platform/auth/throttle.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { fileKinds, inspected, kindOf } from '@kerb/server/platform/files/file-kind.ts';
import { cleanFileName, extensionOf } from '@kerb/server/platform/files/file-name.ts';
import type { ReceivedFile } from '@kerb/server/platform/files/received-file.ts';
import { RefusedFile } from '@kerb/server/platform/files/refused-file.ts';
import { invalid, notFound, Problem } from '@kerb/server/platform/http/problem.ts';
import { type By, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

/** How much one organisation may keep. */
const quotaBytes = 5 * 1024 ** 3;

/** Staff upload for their own organisation, a payer for one whose campaign they pay for. */
async function mayUploadFor({ db }: Deps, sight: Sight, tenantId: number): Promise<boolean> {
  if (tenantId === platformTenantId) return false;
  if (sight.everything || sight.asPayer) {
    const campaign = sql`exists (select from agreements a where a.tenant_id = t.id and ${inSight(sight)})`;
    const { rows } = await sql`
      select from tenants t where t.id = ${tenantId} and ${sight.everything ? sql`true` : campaign}`.execute(db);
    return rows.length > 0;
  }
  return sight.tenantIds.includes(tenantId) || sight.ownTenantIds.includes(tenantId);
}

/** Counted while the organisation is held, so that uploads at the same time cannot pass the limit together. */
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

type Ready = { tenantId: number; fileName: string; contentType: string; file: ReceivedFile };

/** The bytes first, then their record: there is never a record without bytes. */
async function keep(deps: Deps, by: By, { tenantId, fileName, contentType, file }: Ready): Promise<Asset> {
  const storageKey = randomBytes(20).toString('hex');
  await deps.fileStore.put(storageKey, file.readSealed());
  try {
    return await inTransaction(deps, by, async (work) => {
      await checkQuota(work, tenantId, file.size);
      const asset = { fileName, contentType, size: file.size };
      const { id } = await work.tx
        .insertInto('assets')
        .values({
          ...asset,
          tenantId,
          storageKey,
          sha256: file.sha256,
          sealedFileKey: deps.secrets.seal(file.key),
          uploadedByUserId: by.actor?.userId ?? null,
          uploadDate: work.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return assetView({ ...asset, id });
    });
  } catch (error) {
    await deps.fileStore.remove(storageKey).catch(() => {});
    throw error;
  }
}

async function examine(deps: Deps, { tenantId, fileName, file }: UploadForm): Promise<Ready> {
  const name = cleanFileName(fileName);
  try {
    const kind = await kindOf(name, file.sample);
    const { extensions, contentType } = fileKinds[kind];
    return {
      tenantId,
      fileName: extensionOf(name) === '' ? `${name}.${extensions[0]}` : name,
      contentType,
      file: await inspected(deps.config.dataDir, kind, file),
    };
  } catch (error) {
    throw error instanceof RefusedFile ? invalid(fieldError('asset', 'notValid', error.message), error.message) : error;
  }
}

export async function uploadAsset(deps: Deps, sight: Sight, by: By, request: FastifyRequest): Promise<Asset> {
  await countAttempt(deps.db, 'uploadPerPerson', String(sight.actor.userId));
  const form = await readUploadForm(deps.config.dataDir, request);
  let ready: Ready | null = null;
  try {
    if (!(await mayUploadFor(deps, sight, form.tenantId))) throw notFound('organisation');
    ready = await examine(deps, form);
    return await keep(deps, by, ready);
  } finally {
    await form.file.discard();
    await ready?.file.discard();
  }
}
