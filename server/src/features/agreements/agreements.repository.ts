import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { type AgreementValues, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { type ChangeGroup, groupsOf } from '@kerb/domain/agreements/change-groups.ts';
import { payerWord } from '@kerb/domain/audit/personal-fields.ts';
import type { GroupVersions } from '@kerb/domain/kernel/group-versions.ts';
import { decimalFromCents } from '@kerb/domain/kernel/money.ts';
import { type Books, paymentStateOf } from '@kerb/domain/payments/campaign-money.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { isQuotedBy } from '@kerb/domain/rates/quoted-rules.ts';
import { type AgreementStatus, statusOfRank, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import type { PaymentState } from '@kerb/domain/vocabulary/payment-state.ts';
import type { External } from '@kerb/domain/wire/external-refs.ts';
import { booksColumns, booksIn, booksOf, type WithBooks } from '@kerb/server/features/agreements/books.repository.ts';
import {
  conditionOf,
  type ScopeShape,
  type ScopeValues,
  shapeOf,
  valuesOf,
} from '@kerb/server/features/agreements/scope-sql.ts';
import {
  columnNames,
  type FieldsJson,
  fieldsJson,
  inTable,
  valuesIn,
} from '@kerb/server/features/agreements/stored-fields.ts';
import { compiledOnce } from '@kerb/server/platform/database/compiled-once.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';

/** A campaign with all fields, before they are filtered for an actor. */
export type AgreementRecord = AgreementValues &
  External & {
    id: number;
    version: number;
    groupVersions: GroupVersions<ChangeGroup>;
    status: AgreementStatus;
    tenantId: number;
    tenantName: string;
    /** The target of a payer's link back; null if the organisation has entered no website. */
    tenantWebsiteUrl: string | null;
    tenantTimeZone: string;
    tenantType: OrganisationType;
    budgetOwnerTenantId: number;
    budgetOwnerAllowsProperty: boolean;
    propertyId: number | null;
    agentUserName: string | null;
    createdDate: string;
    createdByUserId: number | null;
    createdByName: string | null;
    /** Who last changed its status; null if the status has never changed. */
    statusChangedByName: string | null;
    /** The payer whose Payment URL is used as the campaign's, and the version of that URL. */
    linkedPayer: { id: number; version: number } | null;
    /** Its balances in the ledger. Code that posts reads them again afterwards. */
    books: Books;
    /** How far it is paid, by those balances. */
    paymentState: PaymentState;
    /** When the campaign was first sent or got a payment option. It keeps the rates of that day. */
    quotedDate: string | null;
    /** True also for campaigns that were quoted before `quotedDate` existed. */
    isQuoted: boolean;
    /** Whether anybody has tried to pay: also payments that were declined or are pending. */
    hasPayments: boolean;
  };

type Columns = Schema['agreements'];
// biome-ignore format: a table
const otherColumns = [
  'id', 'version', 'groupVersions', 'status', 'tenantId', 'budgetOwnerTenantId', 'propertyId', 'agentUserId',
  'createdDate', 'createdByUserId', 'quotedDate',
] as const satisfies (keyof Columns)[];
/** Not `a.*`, which returns more after a migration: PostgreSQL refuses a kept plan whose columns have changed. */
const ownColumns = sql.raw(`${otherColumns.map(inTable).join(', ')}, ${fieldsJson} as fields`);

/** A campaign's columns, with what is joined to them. */
type Row = Pick<Selectable<Columns>, (typeof otherColumns)[number]> & {
  fields: FieldsJson;
  tenantName: string;
  tenantWebsiteUrl: string | null;
  tenantTimeZone: string;
  tenantType: OrganisationType;
  budgetOwnerAllowsProperty: boolean;
  agentFirst: string | null;
  agentLast: string | null;
  creatorFirst: string | null;
  creatorLast: string | null;
  loggedDate: string | null;
  loggedCreator: string | null;
  statusChangedBy: string | null;
  hasPayments: boolean;
  linkPayerId: number | null;
  linkVersion: number | null;
  externalRef: string | null;
  metadata: External['metadata'] | null;
};

/** Who wrote the log entry. The log has no names of payers, so theirs is read from the account. */
const nameInLog = sql`case when e.user_name = ${sql.lit(payerWord)}
  then (select concat(u.first_name, ' ', u.surname) from users u where u.id = e.user_id) else e.user_name end`;

type More = { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> };
const withBooks: More = {
  columns: sql`, ${booksColumns}`,
  joins: sql`left join campaign_books k on k.agreement_id = a.id`,
};

/** What selects a campaign: its id, and the scope of the caller. */
type Selected = ScopeValues & { id: number };
type Places = Parameters<typeof conditionOf>[1] & { id: RawBuilder<number> };

const selectAgreement = <Also = unknown>(places: Places, shape: ScopeShape, more?: More) => sql<Row & Also>`
    select ${ownColumns}, t.name as tenant_name, t.website_url as tenant_website_url, t.default_time_zone as tenant_time_zone,
      t.type as tenant_type, b.allow_adding_property as budget_owner_allows_property,
      g.first_name as agent_first, g.surname as agent_last, c.first_name as creator_first, c.surname as creator_last,
      creation.date as logged_date, creation.user_name as logged_creator, move.user_name as status_changed_by,
      exists (select from payments p where p.agreement_id = a.id) as has_payments,
      l.id as link_payer_id, l.payment_link_version as link_version, x.external_ref, x.metadata ${more?.columns ?? sql``}
    from agreements a
    join tenants t on t.id = a.tenant_id
    join tenants b on b.id = a.budget_owner_tenant_id
    left join users g on g.id = a.agent_user_id
    left join users c on c.id = a.created_by_user_id
    left join lateral (
      select e.date, e.user_name from log_entries e
      where e.target_agreement_id = a.id and e.activity_code = 'campaign_create' order by e.id limit 1) creation on true
    left join lateral (
      select ${nameInLog} as user_name from log_entries e
      where e.target_agreement_id = a.id and e.activity_code = 'campaign_status_change'
      order by e.id desc limit 1) move on true
    left join lateral (
      select p.id, p.payment_link_version from signatories p
      where p.agreement_id = a.id and p.payment_link_hash is not null and p.payment_link_ended_date is null
      order by p.id limit 1) l on true
    left join external_refs x on x.agreement_id = a.id
    ${more?.joins ?? sql``}
    where a.id = ${places.id} and ${conditionOf(shape, places)}`;

const readStatement = compiledOnce<Selected, Row & WithBooks, ScopeShape>((places, shape) =>
  selectAgreement<WithBooks>(places, shape, withBooks),
);
const lockStatement = compiledOnce<Selected, Row, ScopeShape>(
  (places, shape) => sql<Row>`${selectAgreement(places, shape)} for update of a`,
);

const nameOf = (first: string | null, last: string | null) =>
  first === null ? null : displayName({ firstName: first, surname: last ?? '' });

function recordOf(row: Row, books: Books): AgreementRecord {
  const values = valuesIn(row.fields);
  const status = statusOfRank(row.status);
  const { linkPayerId, linkVersion } = row;
  return {
    ...values,
    agentUser: row.agentUserId,
    id: row.id,
    version: row.version,
    groupVersions: row.groupVersions,
    status,
    tenantId: row.tenantId,
    tenantName: row.tenantName,
    tenantWebsiteUrl: row.tenantWebsiteUrl,
    tenantTimeZone: row.tenantTimeZone,
    tenantType: row.tenantType,
    budgetOwnerTenantId: row.budgetOwnerTenantId,
    budgetOwnerAllowsProperty: row.budgetOwnerAllowsProperty,
    propertyId: row.propertyId,
    agentUserName: nameOf(row.agentFirst, row.agentLast),
    createdDate: row.loggedDate ?? row.createdDate,
    createdByUserId: row.createdByUserId,
    createdByName: row.loggedCreator ?? nameOf(row.creatorFirst, row.creatorLast),
    statusChangedByName: row.statusChangedBy,
    linkedPayer: linkPayerId === null || linkVersion === null ? null : { id: linkPayerId, version: linkVersion },
    books,
    paymentState: paymentStateOf(books),
    quotedDate: row.quotedDate,
    isQuoted: row.quotedDate !== null || isQuotedBy({ ...values, status }),
    hasPayments: row.hasPayments,
    externalRef: row.externalRef,
    metadata: row.metadata ?? {},
  };
}

export async function findAgreement(
  db: Database | Tx,
  scope: AccessScope,
  id: number,
): Promise<AgreementRecord | null> {
  const [row] = await readStatement(db, { ...valuesOf(scope), id }, shapeOf(scope));
  return row ? recordOf(row, booksIn(row)) : null;
}

/** The campaign, or a 404 if the caller cannot see it. */
export async function campaignInScope(db: Database | Tx, scope: AccessScope, id: number): Promise<AgreementRecord> {
  const agreement = await findAgreement(db, scope, id);
  if (!agreement) throw notFound('campaign');
  return agreement;
}

/**
 * Locks the campaign until the transaction ends. Every change of a campaign locks it first. The balances are read by a
 * second statement: a join would return them as they were before the wait for the lock.
 */
export async function lockAgreement(tx: Tx, scope: AccessScope, id: number): Promise<AgreementRecord | null> {
  const [row] = await lockStatement(tx, { ...valuesOf(scope), id }, shapeOf(scope));
  return row ? recordOf(row, await booksOf(tx, id)) : null;
}

/** The locked campaign, or a 404. */
export async function lockCampaign(tx: Tx, scope: AccessScope, id: number): Promise<AgreementRecord> {
  const agreement = await lockAgreement(tx, scope, id);
  if (!agreement) throw notFound('campaign');
  return agreement;
}

type Changes = Partial<AgreementValues> & { status?: AgreementStatus; propertyId?: number };

function columnsOf({ status, agentUser, propertyId, ...values }: Changes): Updateable<Columns> {
  const stored = columnNames.flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    const isDecimal = agreementFields[name].storage === 'hundredths' && typeof value === 'number';
    return [[name, isDecimal ? decimalFromCents(value) : value] as const];
  });
  return {
    ...Object.fromEntries(stored),
    ...(status !== undefined && { status: statusRank(status) }),
    ...(agentUser !== undefined && { agentUserId: agentUser }),
    ...(propertyId !== undefined && { propertyId }),
  };
}

/** Whether a change quotes a campaign that was not quoted before. */
const quotes = ({ status = 'draft', financeOptionCode = null }: Changes): boolean =>
  isQuotedBy({ status, financeOptionCode });

/** The moment of the first quote. Null stays null for a campaign that was quoted before the column existed. */
const firstQuoted = (now: string) => sql<string | null>`
  case when status = ${statusRank('draft')} and finance_option_code is null then coalesce(quoted_date, ${now})
    else quoted_date end`;

/** The next version of a changed record, also stored for each group of fields that changed. */
export function movedOn<Group extends string = ChangeGroup>(groups: readonly Group[]) {
  const next = sql.join(groups.flatMap((group) => [sql`${group}::text`, sql`version + 1`]));
  return {
    version: sql<number>`version + 1`,
    groupVersions: sql<string>`
      coalesce(group_versions, jsonb_build_object('all', version)) || jsonb_build_object(${next})`,
  };
}

/** Writes changed fields and increments the version. The row must be locked. */
export async function updateAgreement(tx: Tx, id: number, changes: Changes, now: string): Promise<void> {
  const groups = groupsOf([...Object.keys(changes), 'lastUpdateDate']);
  await tx
    .updateTable('agreements')
    .set({ ...columnsOf(changes), lastUpdateDate: now, ...movedOn(groups) })
    .$if(quotes(changes), (update) => update.set({ quotedDate: firstQuoted(now) }))
    .where('id', '=', id)
    .execute();
}

type Required = Pick<AgreementValues, 'name' | 'campaignBudgetFundsPurpose'> & { status: AgreementStatus };
type NewRow = Changes & Required & { tenantId: number; createdByUserId: number | null; createdDate: string };

export async function insertAgreement(tx: Tx, { tenantId, createdByUserId, createdDate, ...values }: NewRow) {
  const { name, campaignBudgetFundsPurpose, status } = values;
  const { id } = await tx
    .insertInto('agreements')
    .values({
      ...columnsOf(values),
      quotedDate: quotes(values) ? createdDate : null,
      name,
      campaignBudgetFundsPurpose,
      status: statusRank(status),
      tenantId,
      budgetOwnerTenantId: tenantId,
      createdByUserId,
      createdDate,
      lastUpdateDate: createdDate,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
