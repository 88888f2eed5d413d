import { isCustomer, lineOf, type ReportSource } from '@kerb/server/features/reports/report-source.ts';
import { sql } from 'kysely';

/** The team of each organisation. A person in two organisations is listed twice. */
export const teamMembers: ReportSource = () => ({
  select: sql`
    select ${lineOf('team-members', {
      organisation: sql`t.name`,
      firstName: sql`u.first_name`,
      surname: sql`u.surname`,
      email: sql`u.email_address`,
      mobile: sql`u.mobile_phone`,
      jobTitle: sql`u.job_title`,
      type: sql`m.tenant_user_type`,
      allAgentNotices: sql`m.receives_all_agent_notices`,
      billingNotices: sql`m.receives_billing_email_notices`,
      active: sql`(u.disabled_date is null)`,
      lastSignIn: sql`c.last_usage_date`,
      created: sql`u.created_date`,
    })}
    from tenant_users m
    join tenants t on t.id = m.tenant_id
    join users u on u.id = m.user_id
    cross join lateral (
      select max(k.last_usage_date) as last_usage_date from credentials k
      where k.user_id = u.id and k.type = 'logon') c
    where ${isCustomer(sql`m.tenant_id`)}
    order by lower(t.name), t.id, lower(u.surname), u.id`,
  count: sql`select count(*) as count from tenant_users where ${isCustomer(sql`tenant_id`)}`,
});
