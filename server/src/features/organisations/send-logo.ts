import { mayIn, type Sight } from '@kerb/domain/access/sight.ts';
import { findTenantRecord } from '@kerb/server/features/organisations/settings.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { openFileKey } from '@kerb/server/platform/files/file-cipher.ts';
import { opened } from '@kerb/server/platform/files/received-file.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';
import type { FastifyReply } from 'fastify';

type Which = { tenantId: number; draft: boolean };

/** The picture itself, for everyone in the organisation; the one that waits only for those who see its settings. */
export async function sendLogo(deps: Deps, sight: Sight, { tenantId, draft }: Which, reply: FastifyReply) {
  if (draft && !mayIn(sight.actor, 'tenant.settings', tenantId)) throw notFound('logo');
  const tenant = await findTenantRecord(deps.db, sight, tenantId);
  const logo = draft ? (tenant?.draft.logo?.value as number | null | undefined) : tenant?.settings.logo;
  const asset = logo
    ? await deps.db.selectFrom('assets').selectAll().where('id', '=', logo).executeTakeFirst()
    : undefined;
  if (!asset) throw notFound('logo');
  const content = opened(await deps.fileStore.get(asset.storageKey), openFileKey(deps.secrets, asset));
  await reply
    .header('content-type', asset.contentType)
    .header('content-length', asset.size)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, max-age=86400')
    .send(content);
  return undefined;
}
