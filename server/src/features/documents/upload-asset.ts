import { type AccessScope, mayIn } from '@kerb/domain/access/access-scope.ts';
import type { Asset } from '@kerb/domain/documents/documents.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import { examineFile } from '@kerb/server/features/documents/examine-file.ts';
import { recordAsset, type Stored, storeBytes } from '@kerb/server/features/documents/keep-asset.ts';
import { readUploadForm, type UploadForm } from '@kerb/server/features/documents/upload-form.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import type { WithContent } from '@kerb/server/platform/http/mount.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { ownerOf, queueOwnerOf } from '@kerb/server/platform/queues/lanes.ts';
import { type Answered, type Answering, inTransaction } from '@kerb/server/platform/work.ts';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';

/**
 * Team members upload for their own organisation. A payer uploads for an organisation whose campaign they pay for. A
 * logo is uploaded by a person who may change the organisation's settings, a portrait by a person with an account, a
 * photo of a property by the team. A program has no logo and no portrait.
 */
async function mayUploadFor({ db }: Deps, scope: AccessScope, { tenantId, use }: UploadForm): Promise<boolean> {
  const { actor } = scope;
  if (actor.client && use !== 'document' && use !== 'photo') return false;
  if (use === 'photo' && scope.asPayer) return false;
  if (use === 'logo') return tenantId !== platformTenantId && mayIn(actor, 'tenant.settings', tenantId);
  if (use === 'portrait' && actor.onlyAgreementId !== undefined) return false;
  // A portrait is small and belongs to a person, so the platform's organisation stores it, wherever the person works.
  if (tenantId === platformTenantId) return use === 'portrait';
  if (scope.everything || scope.asPayer) {
    const campaign = sql`exists (select from agreements a where a.tenant_id = t.id and ${inScope(scope)})`;
    const { rows } = await sql`
      select from tenants t where t.id = ${tenantId} and ${scope.everything ? sql`true` : campaign}`.execute(db);
    return rows.length > 0;
  }
  return scope.tenantIds.includes(tenantId) || scope.ownTenantIds.includes(tenantId);
}

type Examined = Omit<Stored, 'storageKey'>;

async function keep(deps: Deps, by: Answering<Asset>, examined: Examined): Promise<Answered<Asset>> {
  const storageKey = await storeBytes(deps.fileStore, examined);
  try {
    return await inTransaction(deps, by, (work) => recordAsset(work, { ...examined, storageKey }));
  } catch (error) {
    await removeStored(deps, storageKey);
    throw error;
  }
}

async function examineAndKeep(deps: Deps, scope: AccessScope, by: Answering<Asset>, form: UploadForm) {
  const examined = await examineFile(deps, queueOwnerOf(scope.actor), form);
  try {
    const { tenantId, use, purpose } = form;
    return await keep(deps, by, { ...examined, tenantId, use, purpose, uploadedAsPayer: scope.asPayer });
  } finally {
    await examined.file.discard();
  }
}

/** What an upload with the same Idempotency-Key must have in common. */
const contentOf = ({ tenantId, fileName, use, purpose, file }: UploadForm) => ({
  ...{ tenantId, fileName, use, purpose: purpose ?? null },
  sha256: file.sha256.toString('base64'),
});

export async function uploadAsset(
  deps: Deps,
  scope: AccessScope,
  { request, withContent }: { request: FastifyRequest; withContent: WithContent<Asset> },
): Promise<Answered<Asset>> {
  await countAttempt(deps.db, 'uploadPerPerson', ownerOf(scope.actor));
  const form = await readUploadForm(deps.config.dataDir, request);
  try {
    if (!(await mayUploadFor(deps, scope, form))) throw notFound('organisation');
    return await withContent(contentOf(form), (by) => examineAndKeep(deps, scope, by, form));
  } finally {
    await form.file.discard();
  }
}
