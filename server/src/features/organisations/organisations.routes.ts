import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { agencyEndpoints } from '@kerb/domain/organisations/agencies.contract.ts';
import { optionFlags } from '@kerb/domain/organisations/option-flags.ts';
import { organisationEndpoints, type Tenant } from '@kerb/domain/organisations/organisations.contract.ts';
import { timeZoneEndpoints } from '@kerb/domain/organisations/time-zones.contract.ts';
import { isSync } from '@kerb/domain/wire/sync.ts';
import { tenantOptionsOfEach } from '@kerb/server/features/options/options.repository.ts';
import { createTenant, registerAgency } from '@kerb/server/features/organisations/create-tenant.ts';
import { listTimeZones } from '@kerb/server/features/organisations/list-time-zones.ts';
import {
  changedTenants,
  listTenants,
  type PlainTenant,
  tenantInScope,
} from '@kerb/server/features/organisations/organisations.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

/** Organisations with the flags of their payment options. */
async function withFlags({ country }: Deps, db: Database | Tx, tenants: readonly PlainTenant[]): Promise<Tenant[]> {
  const options = await tenantOptionsOfEach(
    db,
    tenants.map(({ id }) => id),
    country,
  );
  return tenants.map((tenant) => ({ ...tenant, ...optionFlags(options.get(tenant.id) ?? []) }));
}

export function organisationRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const one = async (db: Database | Tx, scope: AccessScope, id: number): Promise<Tenant> => {
    const [tenant] = await withFlags(deps, db, [await tenantInScope(db, scope, id)]);
    return must(tenant, `organisation ${id}`);
  };

  mount(app, organisationEndpoints.list, async ({ scope, query }) => {
    if (isSync(query)) {
      const { items, ...rest } = await changedTenants(db, scope, query);
      return { items: await withFlags(deps, db, items), ...rest };
    }
    return deps.reader.read(async ({ db }) => {
      const { items, totalItems } = await listTenants(db, scope, query);
      return { items: await withFlags(deps, db, items), totalItems };
    });
  });

  mount(app, timeZoneEndpoints.list, async ({ query }) => listTimeZones(deps, query));

  mount(app, organisationEndpoints.get, ({ scope, params }) => one(db, scope, params.tenantId));

  mount(app, organisationEndpoints.create, ({ scope, by, body }) =>
    inTransaction(deps, by, async (work) => one(work.tx, scope, await createTenant(work, body))),
  );

  mount(app, agencyEndpoints.register, ({ scope, by, body }) =>
    inTransaction(deps, by, async (work) => one(work.tx, scope, await registerAgency(work, body))),
  );
}
