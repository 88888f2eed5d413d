import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { timeZoneEndpoints } from '@kerb/domain/organisations/time-zones.contract.ts';
import { createTenant } from '@kerb/server/features/organisations/create-tenant.ts';
import { listTimeZones } from '@kerb/server/features/organisations/list-time-zones.ts';
import { listTenants, tenantInSight } from '@kerb/server/features/organisations/organisations.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function organisationRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  mount(app, organisationEndpoints.list, ({ sight, query }) => listTenants(db, sight, query));

  mount(app, timeZoneEndpoints.list, async ({ query }) => listTimeZones(deps, query));

  mount(app, organisationEndpoints.get, ({ sight, params }) => tenantInSight(db, sight, params.tenantId));

  mount(app, organisationEndpoints.create, ({ sight, by, body }) =>
    inTransaction(deps, by, async (work) => tenantInSight(work.tx, sight, await createTenant(work, body))),
  );
}
