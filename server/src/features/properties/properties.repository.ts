import { type AccessScope, standingIn } from '@kerb/domain/access/access-scope.ts';
import type { GroupVersions } from '@kerb/domain/kernel/group-versions.ts';
import type { NewProperty, Property } from '@kerb/domain/properties/properties.contract.ts';
import type { PropertyGroup } from '@kerb/domain/properties/property-groups.ts';
import type { HolderOfProperty } from '@kerb/domain/properties/property-rules.ts';
import { statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { movedOn } from '@kerb/server/features/agreements/agreements.repository.ts';
import {
  changedOfTenant,
  inOrderOf,
  laterPage,
  refuseOthers,
} from '@kerb/server/features/agreements/changed-records.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { isOnPage, pageOf, readCappedPage } from '@kerb/server/platform/database/lists.ts';
import { tenantOf } from '@kerb/server/platform/database/read-in-order.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

type Row = Omit<Property, 'href'> & { version: number; groupVersions: GroupVersions<PropertyGroup> };
export type VersionedProperty = { value: Property; version: number };
type LockedProperty = VersionedProperty & { groupVersions: GroupVersions<PropertyGroup> };

const columns = sql`p.id, p.version, p.group_versions, p.type, p.domain_property_ref, p.address, p.address2, p.address3, p.city, p.state,
  p.postal_code, p.bedrooms, p.bathrooms, p.car_spaces, p.description`;

const versioned = ({ version, groupVersions: _, ...row }: Row): VersionedProperty => ({
  value: { ...row, href: `/v1/properties/${row.id}` },
  version,
});

/** A property has no owner. Everyone who sees a campaign that uses it sees the property. */
const isInScope = (scope: AccessScope) =>
  scope.everything
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from agreements a where a.property_id = p.id and ${inScope(scope)})`;

/** The property, or a 404. */
export async function propertyInScope(db: Database | Tx, scope: AccessScope, id: number): Promise<VersionedProperty> {
  const { rows } = await sql<Row>`
    select ${columns} from properties p where p.id = ${id} and ${isInScope(scope)}`.execute(db);
  if (!rows[0]) throw notFound('property');
  return versioned(rows[0]);
}

/** Locks the property until the transaction ends. Answers 404 if the property is out of scope. */
export async function lockProperty(tx: Tx, scope: AccessScope, id: number): Promise<LockedProperty> {
  const { rows } = await sql<Row>`
    select ${columns} from properties p where p.id = ${id} and ${isInScope(scope)} for update of p`.execute(tx);
  if (!rows[0]) throw notFound('property');
  return { ...versioned(rows[0]), groupVersions: rows[0].groupVersions };
}

const mostPerPage = 100;
type ListQuery = {
  page: number;
  perPage: number;
  address?: string | undefined;
  tenantId?: number | undefined;
  updatedSince?: string | undefined;
  cursor?: string | undefined;
};

/** The properties of an organisation's campaigns in the order of their changes, for a program that keeps a copy. */
export async function changedProperties(db: Database, scope: AccessScope, query: ListQuery) {
  refuseOthers({ ...query, page: laterPage(query) }, ['address', 'page']);
  const tenantId = tenantOf(scope, query.tenantId);
  const isSeen = sql`exists (
    select from agreements a where a.property_id = c.record_id and a.tenant_id = c.tenant_id and ${inScope(scope)})`;
  const { ids, ...rest } = await changedOfTenant(db, { tenantId, kind: 'property', isSeen }, query);
  const { rows } = await sql<Row>`
    select ${columns} from properties p where p.id = any(${ids}::bigint[])`.execute(db);
  return { items: inOrderOf(ids, rows).map((row) => versioned(row).value), ...rest };
}

/** Finds by any part of the address, with or without abbreviations. */
export async function listProperties(db: Database, scope: AccessScope, { address, tenantId, ...page }: ListQuery) {
  const isOf =
    tenantId === undefined
      ? sql`true`
      : sql`exists (
          select from agreements a where a.property_id = p.id and a.tenant_id = ${tenantId} and ${inScope(scope)})`;
  const isWanted = address
    ? sql<boolean>`p.address_key like '%' || address_key(${address}) || '%'`
    : sql<boolean>`true`;
  const { rows, ...counts } = await readCappedPage(db, {
    ids: sql`select p.id from properties p where ${isInScope(scope)} and ${isWanted} and ${isOf}
      order by p.id desc`,
    select: sql<Row>`select ${columns} from properties p where p.id = ${isOnPage}`,
    page: pageOf(page, mostPerPage),
  });
  return { items: rows.map((row) => versioned(row).value), ...counts };
}

export async function insertProperty(tx: Tx, property: NewProperty, now: string): Promise<number> {
  const { id } = await tx
    .insertInto('properties')
    .values({ ...property, createdDate: now, lastUpdateDate: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Update = { id: number; property: NewProperty; groups: readonly PropertyGroup[]; now: string };

/**
 * Writes the property and increments its version, also for the groups of fields that changed. The row must be locked.
 */
export async function updateProperty(tx: Tx, { id, property, groups, now }: Update): Promise<void> {
  await tx
    .updateTable('properties')
    .set({ ...property, lastUpdateDate: now, ...movedOn(groups) })
    .where('id', '=', id)
    .execute();
}

type Holder = HolderOfProperty & { id: number; tenantId: number; name: string };
type HolderRow = Omit<Holder, 'status' | 'seenAs'> & { status: number; isInScope: boolean };

/** Locks the campaigns that use a property. Each has the actor's standing, or null if hidden. */
export async function lockHolders(tx: Tx, scope: AccessScope, propertyId: number): Promise<Holder[]> {
  const { rows } = await sql<HolderRow>`
    select a.id, a.tenant_id, a.name, a.status, a.finance_option_code, a.vendor_agent_data_consent,
      b.allow_adding_property as budget_owner_allows_property, ${inScope(scope)} as is_in_scope
    from agreements a join tenants b on b.id = a.budget_owner_tenant_id
    where a.property_id = ${propertyId} order by a.id for update of a`.execute(tx);
  return rows.map(({ status, isInScope, ...row }) => ({
    ...row,
    status: statusOfRank(status),
    seenAs: isInScope ? standingIn(scope.actor, row.tenantId) : null,
  }));
}
