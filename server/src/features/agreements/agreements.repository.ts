import type { Sight } from '@kerb/domain/access/sight.ts';
import {
  type AgreementFieldName,
  type AgreementValues,
  agreementFieldNames,
  agreementFields,
} from '@kerb/domain/agreements/agreement-fields.ts';
import { type ChangeGroup, groupsOf } from '@kerb/domain/agreements/change-groups.ts';
import type { GroupVersions } from '@kerb/domain/kernel/group-versions.ts';
import { centsFromDecimal, decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { type AgreementStatus, statusOfRank, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { type RawBuilder, sql } from 'kysely';

/** A campaign, whole, before anyone's eyes narrow it. */
export type AgreementRecord = AgreementValues & {
  id: number;
  version: number;
  groupVersions: GroupVersions<ChangeGroup>;
  status: AgreementStatus;
  tenantId: number;
  tenantName: string;
  /** Where a payer's way back leads, where the organisation has said so. */
  tenantWebsiteUrl: string | null;
  tenantTimeZone: string;
  tenantType: OrganisationType;
  budgetOwnerTenantId: number;
  budgetOwnerAllowsProperty: boolean;
  propertyId: number | null;
  agentUserName: string | null;
  createdDate: string;
  createdByName: string | null;
  /** Who last moved it from one status to another; null while it has the status that it was made with. */
  statusChangedByName: string | null;
  /** The payer whose Payment URL stands for the campaign's, and which issue of it. */
  linkedPayer: { id: number; version: number } | null;
};

/**
 * The caller's sight as a condition on `agreements a`, or on their listings `l`: the one place where it becomes SQL.
 */
export function inSight(sight: Sight, of: 'a' | 'l' = 'a'): RawBuilder<boolean> {
  const { actor, everything, asPayer, tenantIds, ownTenantIds } = sight;
  const row = sql.raw(of);
  if (everything) return sql`true`;
  if (asPayer) {
    const isPayer = sql`${row}.id in (select p.agreement_id from signatories p where p.user_id = ${actor.userId})`;
    if (actor.onlyAgreementId === undefined) return sql`${isPayer}`;
    // An admin who views as a payer is none: the campaign was named, and that is all that is shown.
    return actor.viewedBy
      ? sql`${row}.id = ${actor.onlyAgreementId}`
      : sql`(${row}.id = ${actor.onlyAgreementId} and ${isPayer})`;
  }
  // Only what there is to say: an 'or' that cannot hold would still keep the database from its index.
  const within = (ids: readonly number[]) => sql`${row}.tenant_id = any(${ids}::bigint[])`;
  const whole = tenantIds.length > 0 ? [within(tenantIds)] : [];
  const own = sql`(${within(ownTenantIds)} and ${row}.agent_user_id = ${actor.userId})`;
  const parts = ownTenantIds.length > 0 ? [...whole, own] : whole;
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}

type Row = Record<string, unknown> & { id: number; version: number; status: number };

function selectAgreement(db: Database | Tx, sight: Sight, id: number, lock: boolean) {
  return sql<Row>`
    select a.*, t.name as tenant_name, t.website_url as tenant_website_url, t.default_time_zone as tenant_time_zone,
      t.type as tenant_type, b.allow_adding_property as budget_owner_allows_property,
      g.first_name as agent_first, g.surname as agent_last, c.first_name as creator_first, c.surname as creator_last,
      creation.date as logged_date, creation.user_name as logged_creator, move.user_name as mover,
      l.id as link_payer_id, l.payment_link_version as link_version
    from agreements a
    join tenants t on t.id = a.tenant_id
    join tenants b on b.id = a.budget_owner_tenant_id
    left join users g on g.id = a.agent_user_id
    left join users c on c.id = a.created_by_user_id
    left join lateral (
      select e.date, e.user_name from log_entries e
      where e.target_agreement_id = a.id and e.activity_code = 'campaign_create' order by e.id limit 1) creation on true
    left join lateral (
      select e.user_name from log_entries e
      where e.target_agreement_id = a.id and e.activity_code = 'campaign_status_change'
      order by e.id desc limit 1) move on true
    left join lateral (
      select p.id, p.payment_link_version from signatories p
      where p.agreement_id = a.id and p.payment_link_hash is not null order by p.id limit 1) l on true
    where a.id = ${id} and ${inSight(sight)}
    ${lock ? sql`for update of a` : sql``}`.execute(db);
}

const nameOf = (first: unknown, last: unknown) =>
  first === null ? null : displayName({ firstName: String(first), surname: String(last) });

function fieldValue(name: AgreementFieldName, column: unknown): unknown {
  if (column === null || column === undefined) return null;
  return agreementFields[name].storage === 'hundredths' ? centsFromDecimal(String(column)) : column;
}

function recordOf(row: Row): AgreementRecord {
  const values = Object.fromEntries(agreementFieldNames.map((name) => [name, fieldValue(name, row[name])]));
  return {
    ...(values as AgreementValues),
    agentUser: row.agentUserId as number | null,
    id: row.id,
    version: row.version,
    groupVersions: row.groupVersions as GroupVersions<ChangeGroup>,
    status: statusOfRank(row.status),
    tenantId: row.tenantId as number,
    tenantName: row.tenantName as string,
    tenantWebsiteUrl: row.tenantWebsiteUrl as string | null,
    tenantTimeZone: row.tenantTimeZone as string,
    tenantType: row.tenantType as OrganisationType,
    budgetOwnerTenantId: row.budgetOwnerTenantId as number,
    budgetOwnerAllowsProperty: row.budgetOwnerAllowsProperty as boolean,
    propertyId: row.propertyId as number | null,
    agentUserName: nameOf(row.agentFirst, row.agentLast),
    createdDate: (row.loggedDate ?? row.createdDate) as string,
    createdByName: (row.loggedCreator as string | null) ?? nameOf(row.creatorFirst, row.creatorLast),
    statusChangedByName: row.mover as string | null,
    linkedPayer:
      row.linkPayerId === null ? null : { id: row.linkPayerId as number, version: row.linkVersion as number },
  };
}

export async function findAgreement(db: Database | Tx, sight: Sight, id: number): Promise<AgreementRecord | null> {
  const { rows } = await selectAgreement(db, sight, id, false);
  return rows[0] ? recordOf(rows[0]) : null;
}

/** Holds the campaign until the transaction ends: everything that changes one goes through here. */
export async function lockAgreement(tx: Tx, sight: Sight, id: number): Promise<AgreementRecord | null> {
  const { rows } = await selectAgreement(tx, sight, id, true);
  return rows[0] ? recordOf(rows[0]) : null;
}

type Changes = Partial<AgreementValues> & { status?: AgreementStatus; propertyId?: number };

function columnsOf(changes: Changes): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    if (name === 'status') columns.status = statusRank(value as AgreementStatus);
    else if (name === 'agentUser') columns.agentUserId = value;
    else if (name === 'propertyId') columns.propertyId = value;
    else if (value !== null && agreementFields[name as AgreementFieldName].storage === 'hundredths') {
      columns[name] = decimalFromCents(value as number);
    } else columns[name] = value;
  }
  return columns;
}

/** The new version of a changed record, remembered for each group that changed with it. */
export function movedOn<Group extends string = ChangeGroup>(groups: readonly Group[]) {
  const next = sql.join(groups.flatMap((group) => [sql`${group}::text`, sql`version + 1`]));
  return {
    version: sql<number>`version + 1`,
    groupVersions: sql<GroupVersions<Group>>`
      coalesce(group_versions, jsonb_build_object('all', version)) || jsonb_build_object(${next})`,
  };
}

/** Writes changed fields and moves the version on. The row must be locked. */
export async function updateAgreement(tx: Tx, id: number, changes: Changes, now: string): Promise<void> {
  const groups = groupsOf([...Object.keys(changes), 'lastUpdateDate']);
  await tx
    .updateTable('agreements')
    .set({ ...columnsOf(changes), lastUpdateDate: now, ...movedOn(groups) } as never)
    .where('id', '=', id)
    .execute();
}

type NewRow = Changes & { tenantId: number; createdByUserId: number | null; createdDate: string };

export async function insertAgreement(tx: Tx, { tenantId, createdByUserId, createdDate, ...values }: NewRow) {
  const owner = { tenantId, budgetOwnerTenantId: tenantId, createdByUserId, createdDate };
  const { id } = await tx
    .insertInto('agreements')
    .values({ ...owner, ...columnsOf(values), lastUpdateDate: createdDate } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
