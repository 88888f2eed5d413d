import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { OptionFlags } from '@kerb/domain/organisations/option-flags.ts';
import { platformTenantId, type Tenant } from '@kerb/domain/organisations/organisations.contract.ts';
import {
  inOrderOf,
  laterPage,
  readChanges,
  refuseOthers,
  since,
} from '@kerb/server/features/agreements/changed-records.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { containing, pageClause, readPage } from '@kerb/server/platform/database/lists.ts';
import { outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, sql } from 'kysely';

type TenantQuery = {
  page: number;
  perPage: number;
  sortBy: 'name' | 'lastAgreementCreateDate';
  sortDesc: boolean;
  textQuery?: string | undefined;
  updatedSince?: string | undefined;
  cursor?: string | undefined;
};

const mostPerPage = 500;
const columns = sql`t.id, t.type, t.name, t.identifier, t.default_time_zone, t.enable_deposits, t.allow_adding_property,
  t.last_agreement_create_date, t.logo_asset_id, (t.brand_settings->>'hideNameText')::boolean as hide_name_text`;

/** The organisations that the actor can see. Nobody can see the platform's own. */
export function inTenantScope({ everything, tenantIds, ownTenantIds }: AccessScope): RawBuilder<boolean> {
  const isMine = everything ? sql`true` : sql`t.id = any(${[...tenantIds, ...ownTenantIds]}::bigint[])`;
  return sql`(t.id <> ${platformTenantId} and ${isMine})`;
}

/** An organisation without the flags of its payment options. */
export type PlainTenant = Omit<Tenant, keyof OptionFlags>;
type TenantRow = Omit<PlainTenant, 'href' | 'logoUrl'> & { logoAssetId: number | null };

export const logoUrl = (tenantId: number, assetId: number | null): string | null =>
  assetId === null ? null : `/v1/tenants/${tenantId}/logo?v=${assetId}`;

const tenantView = ({ logoAssetId, ...row }: TenantRow): PlainTenant => ({
  ...row,
  href: `/v1/tenants/${row.id}`,
  logoUrl: logoUrl(row.id, logoAssetId),
});

export async function listTenants(db: Database, scope: AccessScope, query: TenantQuery) {
  const text = query.textQuery ? sql`t.name ilike ${containing(query.textQuery)}` : sql`true`;
  const condition = sql`${inTenantScope(scope)} and ${text}`;
  const direction = query.sortDesc ? sql`desc nulls last` : sql`asc nulls last`;
  const order =
    query.sortBy === 'name' ? sql`lower(t.name) ${direction}` : sql`t.last_agreement_create_date ${direction}`;
  const { rows, totalItems } = await readPage(db, {
    select: sql<TenantRow>`
      select ${columns} from tenants t where ${condition} order by ${order}, t.id ${pageClause(query, mostPerPage)}`,
    counted: sql`from tenants t where ${condition}`,
  });
  return { items: rows.map(tenantView), totalItems };
}

/** Organisations in the order of their changes. Only somebody who sees all of them learns which were deleted. */
export async function changedTenants(db: Database, scope: AccessScope, query: TenantQuery) {
  const sorted = query.sortBy === 'name' ? undefined : query.sortBy;
  const asked = { ...query, page: laterPage(query), sortBy: sorted, sortDesc: query.sortDesc || undefined };
  refuseOthers(asked, ['textQuery', 'page', 'sortBy', 'sortDesc']);
  const { everything, tenantIds, ownTenantIds } = scope;
  const isMine = everything ? sql`true` : sql`c.record_id = any(${[...tenantIds, ...ownTenantIds]}::bigint[])`;
  const { ids, ...rest } = await readChanges(db, query, {
    name: 'organisation',
    select: sql`
      select c.changed_xid as xid, c.record_id as id from tenant_changes c
      where c.kind = 'organisation' and c.record_id <> ${platformTenantId} and ${isMine} ${since(query)}`,
  });
  const { rows } = await sql<TenantRow>`
    select ${columns} from tenants t where t.id = any(${ids}::bigint[]) and ${inTenantScope(scope)}`.execute(db);
  const found = new Set(rows.map(({ id }) => id));
  const removed = ids.filter((id) => !found.has(id)).map((id) => ({ href: `/v1/tenants/${id}`, id }));
  return { items: inOrderOf(ids, rows).map(tenantView), removed, ...rest };
}

export async function findTenant(db: Database | Tx, scope: AccessScope, id: number): Promise<PlainTenant | null> {
  const { rows } = await sql<TenantRow>`
    select ${columns} from tenants t where t.id = ${id} and ${inTenantScope(scope)}`.execute(db);
  return rows[0] ? tenantView(rows[0]) : null;
}

export async function tenantInScope(db: Database | Tx, scope: AccessScope, id: number): Promise<PlainTenant> {
  const tenant = await findTenant(db, scope, id);
  if (!tenant) throw outOfScope(scope, id, 'organisation');
  return tenant;
}
