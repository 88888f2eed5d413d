import type { Sight } from '@kerb/domain/access/sight.ts';
import { statusRank } from '@kerb/domain/agreements/agreement-status.ts';
import { dashboardBuckets, financialYear, fundedStatuses } from '@kerb/domain/dashboard/buckets.ts';
import { dashboardEndpoints } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { inSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import { listInProgress } from '@kerb/server/features/agreements/list-agreements.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sql } from 'kysely';

/** What reached a funded status this financial year, by each organisation's own calendar. */
async function fundedThisYear({ db, clock, country }: Deps, sight: Sight, tenantId: number | undefined) {
  const today = dayIn(country.defaultTimeZone, clock.now());
  const year = financialYear(country.financialYearStartMonth, today);
  const { rows } = await sql<{ total: string; campaigns: number }>`
    select coalesce(sum(a.campaign_budget), 0)::numeric(14, 2) as total, count(*) as campaigns
    from agreements a join tenants t on t.id = a.tenant_id
    where ${inSight(sight)} and (${tenantId ?? null}::bigint is null or a.tenant_id = ${tenantId ?? null})
      and a.status = any(${fundedStatuses.map(statusRank)}::smallint[])
      and (a.status_last_update at time zone t.default_time_zone)::date >= ${year.from}::date
      and (a.status_last_update at time zone t.default_time_zone)::date < ${year.until}::date`.execute(db);
  const { total, campaigns } = rows[0]!;
  return { label: year.label, total: centsFromDecimal(total), campaigns };
}

export function dashboardRoutes(app: App, deps: Deps): void {
  const statuses = dashboardBuckets.map((bucket) => bucket.status);

  mount(app, dashboardEndpoints.filter, async ({ sight, query }) => {
    // Platform staff see every office: they choose one, or search, before anything is fetched.
    if (sight.everything && query.tenantId === undefined && !query.textQuery) return [];
    return listInProgress(deps.db, sight, { ...query, statuses });
  });

  mount(app, dashboardEndpoints.funded, ({ sight, query }) => fundedThisYear(deps, sight, query.tenantId));
}
