import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { dashboardBuckets } from '@kerb/domain/dashboard/buckets.ts';
import { dashboardEndpoints, mostFound } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { needEndpoints } from '@kerb/domain/dashboard/needs.contract.ts';
import { figureEndpoints } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { listInProgress } from '@kerb/server/features/agreements/list/list-in-progress.ts';
import { countNeeds, listNeed } from '@kerb/server/features/dashboard/needs.ts';
import { readPlatformFigures } from '@kerb/server/features/dashboard/platform-figures.ts';
import { sumFunded } from '@kerb/server/features/dashboard/sum-funded.ts';
import { readTeamFigures } from '@kerb/server/features/dashboard/team-figures.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';

export function dashboardRoutes(app: App, deps: Deps): void {
  const statuses = dashboardBuckets.map((bucket) => bucket.status);

  mount(app, dashboardEndpoints.filter, async ({ scope, query }) => {
    // Admins see every organisation. They choose one or search first; until then the list is empty.
    if (scope.everything && query.tenantId === undefined && !query.textQuery) return [];
    if (query.tenantId === platformTenantId) return [];
    return listInProgress(deps.db, scope, { ...query, statuses, mostFound });
  });

  const { country, config } = deps;
  const asked = (scope: AccessScope) => ({
    ...{ scope, country, now: deps.clock.now() },
    hasTwoAccounts: config.operatingAccount !== null,
  });
  mount(app, needEndpoints.counts, ({ scope }) => countNeeds(deps.db, asked(scope)));
  mount(app, needEndpoints.list, ({ scope, params }) => listNeed(deps.db, params.need, asked(scope)));

  mount(app, dashboardEndpoints.team, ({ scope, query }) => readTeamFigures(deps, scope, query));

  mount(app, figureEndpoints.get, ({ scope, query }) => readPlatformFigures(deps, scope, query));

  mount(app, dashboardEndpoints.funded, ({ scope, query }) => sumFunded(deps, scope, query.tenantId));
}
