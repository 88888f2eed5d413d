import type { Sight } from '@kerb/domain/access/sight.ts';
import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { timeZoneEndpoints } from '@kerb/domain/organisations/time-zones.contract.ts';
import { addMember, saveMember } from '@kerb/server/features/organisations/change-member.ts';
import { createTenant } from '@kerb/server/features/organisations/create-tenant.ts';
import { listTimeZones } from '@kerb/server/features/organisations/list-time-zones.ts';
import { findTenant, listTenants, membersOf } from '@kerb/server/features/organisations/organisations.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

async function tenantInSight(db: Database | Tx, sight: Sight, id: number) {
  const tenant = await findTenant(db, sight, id);
  if (!tenant) throw notFound('organisation');
  return tenant;
}

export function organisationRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  mount(app, organisationEndpoints.list, ({ sight, query }) => listTenants(db, sight, query));

  mount(app, timeZoneEndpoints.list, async ({ query }) => listTimeZones(deps, query));

  mount(app, organisationEndpoints.get, ({ sight, params }) => tenantInSight(db, sight, params.tenantId));

  mount(app, organisationEndpoints.create, ({ sight, by, body }) =>
    inTransaction(deps, by, async (work) => tenantInSight(work.tx, sight, await createTenant(work, body))),
  );

  mount(app, organisationEndpoints.members, async ({ sight, params }) => {
    await tenantInSight(db, sight, params.tenantId);
    return { items: await membersOf(db, params.tenantId) };
  });

  mount(app, organisationEndpoints.addMember, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await tenantInSight(work.tx, sight, params.tenantId);
      const [member] = await membersOf(work.tx, params.tenantId, await addMember(work, params.tenantId, body));
      if (!member) throw notFound('team member');
      return member;
    }),
  );

  mount(app, organisationEndpoints.saveMember, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await tenantInSight(work.tx, sight, params.tenantId);
      await saveMember(work, params, body);
      const [member] = await membersOf(work.tx, params.tenantId, params.userId);
      return member ?? null;
    }),
  );
}
