import { campaignValues, isCustomer, lineOf, type ReportSource } from '@kerb/server/features/reports/report-source.ts';
import { sql } from 'kysely';

/** Campaigns that were sent, the latest first, and to whom. Days are counted by the organisation's calendar. */
export const sentCampaigns: ReportSource = ({ country, clock }) => ({
  select: sql`
    select ${lineOf('sent-campaigns', {
      ...campaignValues(country),
      daysSinceSent: sql`((${clock.now()}::timestamptz at time zone t.default_time_zone)::date
        - (a.sent_date at time zone t.default_time_zone)::date)`,
      sentTo: sql`p.names`,
    })}
    from agreement_listings l
    join agreements a on a.id = l.id
    join tenants t on t.id = a.tenant_id
    left join users g on g.id = a.agent_user_id
    cross join lateral (
      select string_agg(s.first_name || ' ' || s.surname || ' <' || s.email_address || '>', '; ' order by s.id) as names
      from signatories s where s.agreement_id = a.id and s.sent_date is not null) p
    where l.sent_date is not null and ${isCustomer(sql`a.tenant_id`)}
    order by l.sent_date desc nulls last, l.id desc`,
  count: sql`
    select count(*) as count from agreement_listings where sent_date is not null and ${isCustomer(sql`tenant_id`)}`,
});
