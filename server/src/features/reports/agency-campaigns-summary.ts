import { fundedStatuses } from '@kerb/domain/dashboard/funded.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { isCustomer, lineOf, type ReportSource } from '@kerb/server/features/reports/report-source.ts';
import { type RawBuilder, sql } from 'kysely';

const funded = sql.join(fundedStatuses.map((status) => sql.lit(statusRank(status))));
const [declined, cancelled] = [sql.lit(statusRank('rejected')), sql.lit(statusRank('cancelled'))];

/**
 * The events of a campaign, and when each happened. Funded has the dashboard's definition, so the months of a year add
 * up to its figure.
 */
// biome-ignore format: a table
const events: Record<string, RawBuilder<unknown>> = {
  raised:    sql`a.created_date`,
  sent:      sql`a.sent_date`,
  approved:  sql`a.application_approved_date`,
  funded:    sql`case when a.status in (${funded}) then a.status_last_update end`,
  declined:  sql`case when a.status = ${declined} then a.status_last_update end`,
  cancelled: sql`case when a.status = ${cancelled} then a.status_last_update end`,
};

const happened = sql.join(Object.entries(events).map(([event, at]) => sql`(${sql.lit(event)}, ${at})`));
const countOf = (event: string) => sql`m.${sql.ref(event)}`;
const amountOf = (event: string) => sql`m.${sql.ref(`${event}_amount`)}`;
const figures = Object.keys(events).map(
  (event) => sql`
    count(*) filter (where e.event = ${sql.lit(event)}) as ${sql.ref(event)},
    coalesce(sum(a.campaign_budget) filter (where e.event = ${sql.lit(event)}), 0.00) as ${sql.ref(`${event}_amount`)}`,
);

/** The counts and amounts of each event, for each organisation and each month with events. */
export const agencyCampaignsSummary: ReportSource = () => ({
  select: sql`
    select ${lineOf('agency-campaigns-summary', {
      organisation: sql`t.name`,
      month: sql`m.month`,
      raised: countOf('raised'),
      raisedAmount: amountOf('raised'),
      sent: countOf('sent'),
      sentAmount: amountOf('sent'),
      approved: countOf('approved'),
      approvedAmount: amountOf('approved'),
      funded: countOf('funded'),
      fundedAmount: amountOf('funded'),
      declined: countOf('declined'),
      declinedAmount: amountOf('declined'),
      cancelled: countOf('cancelled'),
      cancelledAmount: amountOf('cancelled'),
    })}
    from (
      select a.tenant_id, date_trunc('month', e.at at time zone z.default_time_zone) as month,
        ${sql.join(figures)}
      from agreements a
      join tenants z on z.id = a.tenant_id
      cross join lateral (values ${happened}) e (event, at)
      where ${isCustomer(sql`a.tenant_id`)} and e.at is not null
      group by 1, 2) m
    join tenants t on t.id = m.tenant_id
    order by lower(t.name), t.id, m.month`,
  // Counting the months costs as much as the report itself.
  count: null,
});
