import { highestStanding, roleOfMembers, type Standing, type TenantUserType } from '@kerb/domain/access/actor.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { Person } from '@kerb/server/features/session/people.repository.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

export type DemoPerson = Person & { standing: Standing; organisations: string };
const mostPerGroup = 12;

// Nobody can own an address at example.com (RFC 2606), so none of these is a real person's account.
const isDemo = sql`lower(u.email_address) like '%@example.com' and u.disabled_date is null and exists (
  select from credentials c where c.user_id = u.id and c.type = 'logon' and c.disabled_since_date is null)`;

const types = sql`array(select distinct m.tenant_user_type from tenant_users m where m.user_id = u.id order by 1)`;

type Row = Person & { types: TenantUserType[]; organisations: string };

/** The first demo users of each standing, for the sandbox's login page. */
export async function demoPeople(db: Database): Promise<DemoPerson[]> {
  const { rows } = await sql<Row>`
    select * from (
      select u.id, u.first_name, u.surname, u.email_address, u.role, ${types} as types,
        coalesce((select string_agg(t.name, ', ' order by t.name) from tenant_users m
          join tenants t on t.id = m.tenant_id where m.user_id = u.id and u.role = ${roleOfMembers}), '') as organisations,
        row_number() over (partition by u.role, ${types} order by u.id) as place
      from users u where ${isDemo}) people
    where place <= ${mostPerGroup} order by id`.execute(db);
  const people = rows.map(({ types, ...person }) => ({ ...person, standing: highestStanding(person.role, types) }));
  const groups = Map.groupBy(people, ({ standing }) => standing);
  return people.filter(
    (person) => must(groups.get(person.standing), 'group of the person').indexOf(person) < mostPerGroup,
  );
}

export async function demoPerson(db: Database, id: number): Promise<Person | null> {
  const { rows } = await sql<Person>`
    select u.id, u.first_name, u.surname, u.email_address, u.role from users u
    where u.id = ${id} and ${isDemo}`.execute(db);
  return rows[0] ?? null;
}
