import {
  campaignValues,
  isCustomer,
  lineOf,
  peopleOf,
  type ReportSource,
} from '@kerb/server/features/reports/report-source.ts';
import { sql } from 'kysely';

const payer = sql`s.first_name || ' ' || s.surname || ' <' || s.email_address || '>'`;

/** Sent campaigns, newest first, and their recipients. Days are counted in the organisation's time zone. */
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
    cross join lateral ${peopleOf(payer, sql`s.sent_date is not null`)}
    where l.sent_date is not null and ${isCustomer(sql`a.tenant_id`)}
    order by l.id desc`,
  count: sql`
    select count(*) as count from agreement_listings where sent_date is not null and ${isCustomer(sql`tenant_id`)}`,
});
