import { type AccessScope, mayIn } from '@kerb/domain/access/access-scope.ts';
import { logoBox, smallLogo } from '@kerb/domain/organisations/settings.contract.ts';
import { findTenantRecord } from '@kerb/server/features/organisations/settings.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { openStored } from '@kerb/server/platform/files/open-stored.ts';
import { thumbnailOf, thumbnailType } from '@kerb/server/platform/files/thumbnails.ts';
import { filePolicy } from '@kerb/server/platform/http/send-file.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { queueOwnerOf } from '@kerb/server/platform/queues/lanes.ts';
import type { FastifyReply } from 'fastify';

type Which = { tenantId: number; draft: boolean; size: 'full' | 'small' };

async function logoAsset(deps: Deps, scope: AccessScope, { tenantId, draft }: Which) {
  if (draft && !mayIn(scope.actor, 'tenant.settings', tenantId)) throw notFound('logo');
  const tenant = await findTenantRecord(deps.db, scope, tenantId);
  const logo = draft ? (tenant?.draft.logo?.value as number | null | undefined) : tenant?.settings.logo;
  const asset = logo
    ? await deps.db.selectFrom('assets').selectAll().where('id', '=', logo).where('use', '=', 'logo').executeTakeFirst()
    : undefined;
  if (!asset) throw notFound('logo');
  return asset;
}

/**
 * The picture, for everyone in the organisation. A pending logo only for those who may see its settings. It is always
 * drawn, in both sizes: no stored byte is sent.
 */
export async function sendLogo(deps: Deps, scope: AccessScope, which: Which, reply: FastifyReply) {
  const asset = await logoAsset(deps, scope, which);
  const open = () => openStored(deps, asset);
  reply
    .header('content-security-policy', filePolicy)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, max-age=86400');
  const box = which.size === 'small' ? smallLogo : logoBox;
  const asked = { storageKey: asset.storageKey, box, owner: queueOwnerOf(scope.actor), open, isKept: true };
  await reply.type(thumbnailType).send(await thumbnailOf(asked));
  return undefined;
}
