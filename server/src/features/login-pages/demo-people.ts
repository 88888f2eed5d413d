import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

export type DemoPerson = Person & { standing: Standing; organisations: string };
const mostPerGroup = 12;

// Nobody can own an address at example.com (RFC 2606), so none of these is a real person's account.
const isDemo = sql`lower(u.email_address) like '%@example.com' and u.disabled_date is null and exists (
  select from credentials c where c.user_id = u.id and c.type = 'logon' and c.disabled_since_date is null)`;

const standing = sql`case
  when u.role <> 'tenant_user' then u.role
  when exists (select from tenant_users m where m.user_id = u.id and m.tenant_user_type = 'manager') then 'manager'
  else 'employee' end`;

/** The users of the demo data, for the sandbox's login page. */
export async function demoPeople(db: Database): Promise<DemoPerson[]> {
  const { rows } = await sql<DemoPerson>`
    select * from (
      select u.id, u.first_name, u.surname, u.email_address, u.role, ${standing} as standing,
        coalesce((select string_agg(t.name, ', ' order by t.name) from tenant_users m
          join tenants t on t.id = m.tenant_id where m.user_id = u.id and u.role = 'tenant_user'), '') as organisations,
        row_number() over (partition by ${standing} order by u.id) as place
      from users u where ${isDemo}) people
    where place <= ${mostPerGroup} order by id`.execute(db);
  return rows;
}

export async function demoPerson(db: Database, id: number): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select u.id, u.first_name, u.surname, u.email_address, u.role from users u
    where u.id = ${id} and ${isDemo}`.execute(db);
  return rows[0] ?? null;
}
