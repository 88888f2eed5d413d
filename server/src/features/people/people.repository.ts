import { displayName } from '@kerb/domain/people/names.ts';
import type { User } from '@kerb/domain/people/people.contract.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { containing, pageClause } from '@kerb/server/platform/database/lists.ts';
import { sql } from 'kysely';

type UserQuery = {
  page: number;
  perPage: number;
  filter?: string | undefined;
  sortBy: 'surname' | 'emailAddress';
  sortDesc: boolean;
};
type Row = Omit<User, 'href' | 'displayName'>;
const mostPerPage = 500;

const columns = sql`u.id, u.first_name, u.surname, u.email_address, u.mobile_phone, u.job_title, u.role, u.disabled_date,
  u.last_update_date, coalesce((
    select json_agg(t.name order by t.name) from tenant_users m join tenants t on t.id = m.tenant_id where m.user_id = u.id
  ), '[]') as agency_names`;

const userView = (row: Row): User => ({ ...row, href: `/v1/users/${row.id}`, displayName: displayName(row) });

export async function listUsers(db: Database, query: UserQuery) {
  const like = containing(query.filter ?? '');
  const condition = query.filter
    ? sql`(concat(u.first_name, ' ', u.surname) ilike ${like} or u.email_address ilike ${like})`
    : sql`true`;
  const direction = query.sortDesc ? sql`desc` : sql`asc`;
  const order = query.sortBy === 'surname' ? sql`lower(u.surname)` : sql`lower(u.email_address)`;
  const { rows } = await sql<Row>`
    select ${columns} from users u where ${condition} order by ${order} ${direction}, u.id
    ${pageClause(query, mostPerPage)}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from users u where ${condition}`.execute(db);
  return { items: rows.map(userView), totalItems: counted[0]?.count ?? 0 };
}

export async function findUser(db: Database | Tx, id: number): Promise<User | null> {
  const { rows } = await sql<Row>`select ${columns} from users u where u.id = ${id}`.execute(db);
  return rows[0] ? userView(rows[0]) : null;
}
