import { type AccessScope, mayIn } from '@kerb/domain/access/access-scope.ts';
import type { Asset } from '@kerb/domain/documents/documents.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import { type ExaminedFile, examineFile } from '@kerb/server/features/documents/examine-file.ts';
import { recordAsset, type Stored, storeBytes } from '@kerb/server/features/documents/keep-asset.ts';
import { readUploadForm, type UploadForm } from '@kerb/server/features/documents/upload-form.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import { countAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { ownerOf, queueOwnerOf } from '@kerb/server/platform/queues/lanes.ts';
import { type By, inTransaction } from '@kerb/server/platform/work.ts';
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

async function keep(deps: Deps, by: By, examined: Omit<Stored, 'storageKey'>): Promise<Asset> {
  const storageKey = await storeBytes(deps.fileStore, examined);
  try {
    return await inTransaction(deps, by, (work) => recordAsset(work, { ...examined, storageKey }));
  } catch (error) {
    await removeStored(deps, storageKey);
    throw error;
  }
}

export async function uploadAsset(deps: Deps, scope: AccessScope, by: By, request: FastifyRequest): Promise<Asset> {
  await countAttempt(deps.db, 'uploadPerPerson', ownerOf(scope.actor));
  const form = await readUploadForm(deps.config.dataDir, request);
  let examined: ExaminedFile | null = null;
  try {
    if (!(await mayUploadFor(deps, scope, form))) throw notFound('organisation');
    examined = await examineFile(deps, queueOwnerOf(scope.actor), form);
    const { tenantId, use, purpose } = form;
    return await keep(deps, by, { ...examined, tenantId, use, purpose, uploadedAsPayer: scope.asPayer });
  } finally {
    await form.file.discard();
    await examined?.file.discard();
  }
}
