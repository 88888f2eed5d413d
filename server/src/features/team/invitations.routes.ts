import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { FieldErrors } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { type Invitation, type Invitee, invitationEndpoints } from '@kerb/domain/team/invitations.contract.ts';
import { decideDistinct } from '@kerb/domain/team/team-rules.ts';
import { findAsset } from '@kerb/server/features/documents/documents.repository.ts';
import { sendAsset } from '@kerb/server/features/documents/download-asset.ts';
import { tenantInScope } from '@kerb/server/features/organisations/organisations.repository.ts';
import {
  invitationInScope,
  invitationView,
  lockInvitation,
  pendingInvitations,
} from '@kerb/server/features/team/invitations.repository.ts';
import {
  atPlace,
  inviteMember,
  resendInvitation,
  revokeInvitation,
  saveInvitation,
} from '@kerb/server/features/team/invite-member.ts';
import { limitInvitations } from '@kerb/server/features/team/limit-invitations.ts';
import { holdTeam } from '@kerb/server/features/team/team.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { invalid, mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { type Answering, inTransaction } from '@kerb/server/platform/work.ts';

type Several<T> = {
  tenantId: number;
  invitees: readonly Invitee[];
  tell: typeof atPlace;
  answer: (made: Invitation[]) => T;
};

async function inviteAll<T>(
  deps: Deps,
  scope: AccessScope,
  by: Answering<T>,
  { tenantId, invitees, tell, answer }: Several<T>,
) {
  const tenant = await tenantInScope(deps.db, scope, tenantId);
  const addresses = invitees.map(({ emailAddress }) => emailAddress);
  await limitInvitations(deps, scope, tenantId, addresses);
  return inTransaction(deps, by, async (work) => {
    await holdTeam(work, tenantId);
    const ids: number[] = [];
    for (const [place, invitee] of invitees.entries()) {
      ids.push(
        await inviteMember(work, tenant, invitee).catch((error: unknown) => {
          const errors = error instanceof Problem ? error.validation : undefined;
          throw errors ? invalid(tell(errors, place)) : error;
        }),
      );
    }
    return answer(
      await Promise.all(ids.map(async (id) => invitationView(await invitationInScope(work.tx, scope, id)))),
    );
  });
}

function readingRoutes(app: App, deps: Deps): void {
  const { db } = deps;

  mount(app, invitationEndpoints.list, async ({ scope, query }) => {
    await tenantInScope(db, scope, query.tenantId);
    const items = (await pendingInvitations(db, query.tenantId)).map(invitationView);
    return { items, totalItems: items.length };
  });

  mount(app, invitationEndpoints.get, async ({ scope, params }) =>
    invitationView(await invitationInScope(db, scope, params.id)),
  );

  mount(app, invitationEndpoints.picture, async ({ scope, params, reply }) => {
    const { profilePictureAssetId } = await invitationInScope(db, scope, params.id);
    const asset = profilePictureAssetId === null ? undefined : await findAsset(db, profilePictureAssetId);
    if (!asset) throw notFound('picture');
    return sendAsset(deps, asset, reply);
  });
}

export function invitationRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  readingRoutes(app, deps);

  mount(app, invitationEndpoints.create, async ({ scope, by, body }) => {
    const { tenant: tenantId, ...invitee } = body;
    const tell = (errors: FieldErrors) => errors;
    const answer = ([made]: Invitation[]) => must(made, 'invitation that was made');
    return inviteAll(deps, scope, by, { tenantId, invitees: [invitee], tell, answer });
  });

  mount(app, invitationEndpoints.createMany, async ({ scope, by, body }) => {
    const { tenant: tenantId, invitations: invitees } = body;
    mustAllow(decideDistinct(invitees));
    const answer = (items: Invitation[]) => ({ items, totalItems: items.length });
    return inviteAll(deps, scope, by, { tenantId, invitees, tell: atPlace, answer });
  });

  mount(app, invitationEndpoints.save, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      const invitation = await lockInvitation(work.tx, scope, params.id);
      await holdTeam(work, invitation.tenantId);
      await saveInvitation(work, invitation, body);
      return invitationView(await invitationInScope(work.tx, scope, params.id));
    }),
  );

  mount(app, invitationEndpoints.revoke, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      const invitation = await lockInvitation(work.tx, scope, params.id);
      await holdTeam(work, invitation.tenantId);
      await revokeInvitation(work, invitation);
      return undefined;
    }),
  );

  mount(app, invitationEndpoints.resend, async ({ scope, by, body }) => {
    const id = body.userInvitationId;
    const { tenantId, emailAddress } = await invitationInScope(db, scope, id);
    await limitInvitations(deps, scope, tenantId, [emailAddress]);
    return inTransaction(deps, by, async (work) => {
      const invitation = await lockInvitation(work.tx, scope, id);
      await holdTeam(work, invitation.tenantId);
      await resendInvitation(work, invitation);
      return invitationView(await invitationInScope(work.tx, scope, id));
    });
  });
}
