import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { brandingEndpoints } from '@kerb/domain/branding/branding.contract.ts';
import { logoBox } from '@kerb/domain/organisations/settings.contract.ts';
import { portraitPixels } from '@kerb/domain/people/photo.ts';
import { brandingOf, presentationInScope } from '@kerb/server/features/branding/branding.repository.ts';
import { findAsset } from '@kerb/server/features/documents/documents.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Box } from '@kerb/server/platform/files/picture.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendPicture } from '@kerb/server/platform/http/send-picture.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { ownerOf } from '@kerb/server/platform/queues/lanes.ts';
import type { FastifyReply } from 'fastify';

type Asked = { id: number; version: string | undefined; reply: FastifyReply };

/**
 * The picture is found by the campaign and not by the person or organisation, so that a payer can ask for no other
 * person's.
 */
const senderOf =
  (deps: Deps, which: 'logoId' | 'pictureId', what: string, box: Box) =>
  async (scope: AccessScope, { id, version, reply }: Asked): Promise<undefined> => {
    const { [which]: assetId } = await presentationInScope(deps.db, scope, id);
    const picture = assetId === null ? undefined : await findAsset(deps.db, assetId);
    if (!picture) throw notFound(what);
    return sendPicture(deps, reply, { picture, box, owner: ownerOf(scope.actor), version });
  };

export function brandingRoutes(app: App, deps: Deps): void {
  const sendLogo = senderOf(deps, 'logoId', 'logo', logoBox);
  const sendAgent = senderOf(deps, 'pictureId', 'picture', { width: portraitPixels, height: portraitPixels });

  mount(app, brandingEndpoints.read, ({ scope, params }) => brandingOf(deps, scope, params.id));

  mount(app, brandingEndpoints.logo, ({ scope, params, query: { v: version }, reply }) =>
    sendLogo(scope, { id: params.id, version, reply }),
  );

  mount(app, brandingEndpoints.agentPicture, ({ scope, params, query: { v: version }, reply }) =>
    sendAgent(scope, { id: params.id, version, reply }),
  );
}
