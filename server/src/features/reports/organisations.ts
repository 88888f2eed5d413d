import { isCustomer, lineOf, type ReportSource } from '@kerb/server/features/reports/report-source.ts';
import { sql } from 'kysely';

/** Every organisation by name, with its activity. */
export const organisations: ReportSource = () => ({
  select: sql`
    select ${lineOf('organisations', {
      number: sql`t.id`,
      name: sql`t.name`,
      type: sql`t.type`,
      identifier: sql`t.identifier`,
      timeZone: sql`t.default_time_zone`,
      deposits: sql`t.enable_deposits`,
      addingProperty: sql`t.allow_adding_property`,
      members: sql`coalesce(m.count, 0)`,
      campaigns: sql`coalesce(c.count, 0)`,
      lastCampaign: sql`t.last_agreement_create_date`,
      created: sql`t.created_date`,
    })}
    from tenants t
    left join (select tenant_id, count(*) from tenant_users group by tenant_id) m on m.tenant_id = t.id
    left join (select tenant_id, count(*) from agreement_listings group by tenant_id) c on c.tenant_id = t.id
    where ${isCustomer(sql`t.id`)}
    order by lower(t.name), t.id`,
  count: sql`select count(*) as count from tenants where ${isCustomer(sql`id`)}`,
});
