import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { loanKeptFrom } from '@kerb/domain/agreements/field-groups.ts';
import {
  type CalendarDate,
  calendarEntry,
  calendarSpan,
  type DatedCampaign,
  mostOfEachDate,
} from '@kerb/domain/calendar/calendar-dates.ts';
import { calendarText } from '@kerb/domain/calendar/calendar-text.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type RawBuilder, sql } from 'kysely';

/** Nothing happens any more on the dates of these campaigns. As literals, for the indexes. */
const ended = sql.raw([statusRank('cancelled'), statusRank('rejected')].join(', '));

type Dated = { from: RawBuilder<unknown>; day: RawBuilder<unknown>; where?: RawBuilder<unknown> };

/** A loan that is owed. Suppliers do not see loans. */
const due: Dated = {
  from: sql`loan_accounts l join agreements a on a.id = l.agreement_id`,
  day: sql`l.due_date`,
  where: sql`and l.principal + l.fees + l.interest > 0
    and (select t.type from tenants t where t.id = a.tenant_id) <> ${sql.lit(loanKeptFrom)}`,
};
const ofCampaign = (column: string): Dated => ({ from: sql`agreements a`, day: sql.raw(`a.${column}`) });

const dates: Record<CalendarDate, Dated> = {
  funding: ofCampaign('campaign_planned_start_date'),
  auction: ofCampaign('auction_date'),
  settlement: ofCampaign('property_settlement_date'),
  due,
};

/** The first entries of a kind, by the index of its date. */
function select(date: CalendarDate, scope: AccessScope, { from, to }: { from: string; to: string }) {
  const { from: source, day, where = sql`` } = dates[date];
  return sql`(
    select ${sql.lit(date)} as date, ${day}::text as day, a.id, a.campaign_budget_funds_purpose, a.tenant_id,
      case when a.property_id is not null then a.name end as address, a.version, a.last_update_date
    from ${source}
    where ${day} between ${from}::date and ${to}::date and ${inScope(scope)} and a.status not in (${ended}) ${where}
    order by ${day}, a.id limit ${sql.lit(mostOfEachDate)})`;
}

/** The calendar of the campaigns that this person may list now. */
export async function readCalendar(deps: Deps, scope: AccessScope): Promise<string> {
  const { country, config, clock, reader } = deps;
  const span = calendarSpan(dayIn(country.defaultTimeZone, clock.now()));
  const parts = (Object.keys(dates) as CalendarDate[]).map((date) => select(date, scope, span));
  const { rows } = await reader.read(({ db }) => sql<DatedCampaign>`${sql.join(parts, sql` union all `)}`.execute(db));
  return calendarText({
    name: country.brand,
    productId: `-//${country.brand}//Calendar 1//EN`,
    entries: rows.map((row) => calendarEntry(row, { country, publicUrl: config.publicUrl })),
  });
}
