import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type FundedYears, firstFundedStatus, fundedAnswer, fundedYears } from '@kerb/domain/dashboard/funded.ts';
import { addDays, type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

type Row = { month: string; total: string; totalToDate: string; campaigns: number };

const midnight = (day: Day): Moment => `${day}T00:00:00.000Z`;

/** The organisations whose campaigns are counted; null means all. */
function organisationsOf(
  { everything, tenantIds, ownTenantIds }: AccessScope,
  tenantId: number | undefined,
): number[] | null {
  if (everything && tenantId === undefined) return null;
  const organisations = tenantId === undefined ? [...tenantIds, ...ownTenantIds] : [tenantId];
  return organisations.filter((id) => id !== platformTenantId);
}

/**
 * Both years in one query. Each campaign counts in the month of its organisation's time zone. No zone is more than a
 * day from UTC, so the index prefilters with a margin of one day, and the exact check runs only on those rows.
 */
export function fundedByMonth(scope: AccessScope, tenantId: number | undefined, years: FundedYears): RawBuilder<Row> {
  const { year, lastYear, sameDayLastYear } = years;
  const ids = organisationsOf(scope, tenantId);
  return sql<Row>`
    select to_char(day, 'YYYY-MM') as month, coalesce(sum(budget), 0) as total, count(*) as campaigns,
      coalesce(sum(budget) filter (where day <= ${sameDayLastYear}::date), 0) as total_to_date
    from (
      select (a.status_last_update at time zone t.default_time_zone)::date as day, a.campaign_budget as budget
      from agreements a join tenants t on t.id = a.tenant_id
      where a.status >= ${sql.lit(statusRank(firstFundedStatus))}
        and a.status_last_update >= ${midnight(addDays(lastYear.from, -1))}::timestamptz
        and a.status_last_update < ${midnight(addDays(year.until, 1))}::timestamptz
        and ${ids ? sql`a.tenant_id = any(${ids}::bigint[])` : sql`a.tenant_id <> ${platformTenantId}`}
        and ${inScope(scope)}
    ) funded
    where day >= ${lastYear.from}::date and day < ${year.until}::date
    group by 1`;
}

/**
 * The organisation's time zone determines the current financial year. For several organisations, the country's time
 * zone does.
 */
async function zoneOf({ db, country }: Deps, scope: AccessScope, tenantId: number | undefined): Promise<string> {
  const { everything, tenantIds, ownTenantIds } = scope;
  if (tenantId === undefined || !(everything || [...tenantIds, ...ownTenantIds].includes(tenantId))) {
    return country.defaultTimeZone;
  }
  const tenant = await db.selectFrom('tenants').select('defaultTimeZone').where('id', '=', tenantId).executeTakeFirst();
  return tenant?.defaultTimeZone ?? country.defaultTimeZone;
}

/** The campaigns that reached a funded status this financial year and last. */
export async function sumFunded(deps: Deps, scope: AccessScope, tenantId: number | undefined) {
  const today = dayIn(await zoneOf(deps, scope, tenantId), deps.clock.now());
  const years = fundedYears(deps.country.financialYearStartMonth, today);
  const { rows } = await fundedByMonth(scope, tenantId, years).execute(deps.db);
  return fundedAnswer(
    years,
    rows.map(({ month, total, totalToDate, campaigns }) => ({
      month,
      campaigns,
      cents: centsFromDecimal(total),
      centsToDate: centsFromDecimal(totalToDate),
    })),
  );
}
