import type { Sight } from '@kerb/domain/access/sight.ts';
import { type Member, platformTenantId, type Tenant } from '@kerb/domain/organisations/organisations.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { containing, pageClause } from '@kerb/server/platform/database/lists.ts';
import { type RawBuilder, sql } from 'kysely';

type TenantQuery = {
  page: number;
  perPage: number;
  sortBy: 'name' | 'lastAgreementCreateDate';
  sortDesc: boolean;
  textQuery?: string | undefined;
};

const mostPerPage = 500;
const columns = sql`t.id, t.type, t.name, t.identifier, t.default_time_zone, t.enable_deposits, t.allow_adding_property,
  t.last_agreement_create_date`;

/** Organisations in sight; the platform's own is in nobody's. */
function inSight({ everything, tenantIds, ownTenantIds }: Sight): RawBuilder<boolean> {
  const isMine = everything ? sql`true` : sql`t.id = any(${[...tenantIds, ...ownTenantIds]}::bigint[])`;
  return sql`(t.id <> ${platformTenantId} and ${isMine})`;
}

const tenantView = (row: Omit<Tenant, 'href'>): Tenant => ({ ...row, href: `/v1/tenants/${row.id}` });

export async function listTenants(db: Database, sight: Sight, query: TenantQuery) {
  const text = query.textQuery ? sql`t.name ilike ${containing(query.textQuery)}` : sql`true`;
  const condition = sql`${inSight(sight)} and ${text}`;
  const direction = query.sortDesc ? sql`desc nulls last` : sql`asc nulls last`;
  const order =
    query.sortBy === 'name' ? sql`lower(t.name) ${direction}` : sql`t.last_agreement_create_date ${direction}`;
  const { rows } = await sql<Omit<Tenant, 'href'>>`
    select ${columns} from tenants t where ${condition} order by ${order}, t.id
    ${pageClause(query, mostPerPage)}`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from tenants t where ${condition}`.execute(db);
  return { items: rows.map(tenantView), totalItems: counted[0]?.count ?? 0 };
}

export async function findTenant(db: Database | Tx, sight: Sight, id: number): Promise<Tenant | null> {
  const { rows } = await sql<Omit<Tenant, 'href'>>`
    select ${columns} from tenants t where t.id = ${id} and ${inSight(sight)}`.execute(db);
  return rows[0] ? tenantView(rows[0]) : null;
}

type MemberRow = Omit<Member, 'href' | 'displayName' | 'user' | 'tenant'> & {
  tenantId: number;
  firstName: string;
  surname: string;
};

const memberView = ({ tenantId, firstName, surname, ...row }: MemberRow): Member => ({
  ...row,
  href: `/v1/tenants/${tenantId}/users/${row.userId}`,
  user: row.userId,
  tenant: tenantId,
  displayName: displayName({ firstName, surname }),
});

/** The team, by name. Disabled people are no longer part of it. */
export async function membersOf(db: Database | Tx, tenantId: number, userId?: number): Promise<Member[]> {
  const rows = await db
    .selectFrom('tenantUsers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select([
      'm.tenantId',
      'm.userId',
      'm.tenantUserType',
      'm.receivesAllAgentNotices',
      'm.receivesBillingEmailNotices',
    ])
    .select(['u.firstName', 'u.surname', 'u.emailAddress'])
    .where('m.tenantId', '=', tenantId)
    .where('u.disabledDate', 'is', null)
    .$if(userId !== undefined, (query) => query.where('m.userId', '=', userId!))
    .orderBy(sql`lower(u.first_name), lower(u.surname), u.id`)
    .execute();
  return rows.map(memberView);
}
