import { teamEndpoints } from '@kerb/domain/team/team.contract.ts';
import { tenantInSight } from '@kerb/server/features/organisations/organisations.repository.ts';
import { addMember, saveMember } from '@kerb/server/features/team/change-member.ts';
import { membersOf } from '@kerb/server/features/team/team.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function teamRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  mount(app, teamEndpoints.list, async ({ sight, params }) => {
    await tenantInSight(db, sight, params.tenantId);
    return { items: await membersOf(db, params.tenantId) };
  });

  mount(app, teamEndpoints.add, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await tenantInSight(work.tx, sight, params.tenantId);
      const [member] = await membersOf(work.tx, params.tenantId, await addMember(work, params.tenantId, body));
      if (!member) throw notFound('team member');
      return member;
    }),
  );

  mount(app, teamEndpoints.save, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await tenantInSight(work.tx, sight, params.tenantId);
      await saveMember(work, params, body);
      const [member] = await membersOf(work.tx, params.tenantId, params.userId);
      return member ?? null;
    }),
  );
}
