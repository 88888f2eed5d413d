import { teamEndpoints } from '@kerb/domain/team/team.contract.ts';
import { isSync } from '@kerb/domain/wire/sync.ts';
import { tenantInScope } from '@kerb/server/features/organisations/organisations.repository.ts';
import { userById } from '@kerb/server/features/people/people.repository.ts';
import { acceptanceRoutes } from '@kerb/server/features/team/acceptance.routes.ts';
import { addMember, saveMember } from '@kerb/server/features/team/change-member.ts';
import { invitationRoutes } from '@kerb/server/features/team/invitations.routes.ts';
import { changedMembers, membersOf, tenantsOfUser } from '@kerb/server/features/team/team.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function teamRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  mount(app, teamEndpoints.list, async ({ scope, params, query }) => {
    await tenantInScope(db, scope, params.tenantId);
    if (isSync(query)) return changedMembers(db, scope, params.tenantId, query);
    return { items: await membersOf(db, scope, params.tenantId) };
  });

  mount(app, teamEndpoints.add, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await tenantInScope(work.tx, scope, params.tenantId);
      const userId = await addMember(work, params.tenantId, body);
      const [member] = await membersOf(work.tx, scope, params.tenantId, userId);
      if (!member) throw notFound('team member');
      return member;
    }),
  );

  mount(app, teamEndpoints.save, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await tenantInScope(work.tx, scope, params.tenantId);
      await saveMember(work, params, body);
      const [member] = await membersOf(work.tx, scope, params.tenantId, params.userId);
      return member ?? null;
    }),
  );

  mount(app, teamEndpoints.remove, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await tenantInScope(work.tx, scope, params.tenantId);
      await saveMember(work, params, { tenantUserType: 'none' });
      return undefined;
    }),
  );

  mount(app, teamEndpoints.tenants, async ({ params }) => {
    await userById(db, params.id);
    const items = await tenantsOfUser(db, params.id);
    return { items, totalItems: items.length };
  });

  invitationRoutes(app, deps);
  acceptanceRoutes(app, deps);
}
