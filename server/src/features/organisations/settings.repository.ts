import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import {
  type SettingName,
  type Settings,
  settingFields,
  settingNames,
} from '@kerb/domain/organisations/setting-fields.ts';
import type { SettingsDraft } from '@kerb/domain/organisations/settings-draft.ts';
import { inTenantScope } from '@kerb/server/features/organisations/organisations.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import { discardAsset } from '@kerb/server/platform/files/take-asset.ts';
import { outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { type Selectable, sql, type Updateable } from 'kysely';

export type NextAccount = {
  account: Settings['bankAccount'];
  date: Moment;
  callBackNote: string | null;
  /** Who asked for it. */
  askedByUserId: number | null;
  /** Who confirmed it. */
  confirmedByUserId: number | null;
};

export type TenantRecord = {
  id: number;
  version: number;
  lastAgreementCreateDate: Moment | null;
  settings: Settings;
  draft: SettingsDraft;
  /** A confirmed bank account that takes effect later. */
  nextAccount: NextAccount | null;
};

type Columns = Schema['tenants'];
type Row = Selectable<Columns>;

const bankAccountOf = ({ bankAccountName, bankBsbNumber, bankAccountNumber }: Row): Settings['bankAccount'] =>
  bankAccountNumber === null
    ? null
    : { accountName: bankAccountName, bsbNumber: bankBsbNumber, accountNumber: bankAccountNumber };

/** The settings whose column has their name and their value. */
const columnNames = settingNames.filter(
  (name) => name !== 'logo' && name !== 'bankAccount' && name !== 'batchPaymentSchedule',
);

function settingsOf(row: Row): Settings {
  const values = Object.fromEntries(columnNames.map((name) => [name, row[name]]));
  return {
    // The compiler cannot check the names one by one.
    ...(values as Omit<Settings, 'logo' | 'bankAccount' | 'batchPaymentSchedule'>),
    logo: row.logoAssetId,
    bankAccount: bankAccountOf(row),
    batchPaymentSchedule: row.batchPaymentSchedule || null,
  };
}

const nextAccountOf = (row: Row): NextAccount | null =>
  row.bankAccountNextDate === null
    ? null
    : {
        account: row.bankAccountNext,
        date: row.bankAccountNextDate,
        callBackNote: row.bankCallBackNote,
        askedByUserId: row.bankAccountNextByUserId,
        confirmedByUserId: row.bankAccountNextConfirmedByUserId,
      };

const recordOf = (row: Row): TenantRecord => ({
  id: row.id,
  version: row.version,
  lastAgreementCreateDate: row.lastAgreementCreateDate,
  settings: settingsOf(row),
  draft: row.draftContent ?? {},
  nextAccount: nextAccountOf(row),
});

const nextColumns = (next: NextAccount | null): Updateable<Columns> => ({
  bankAccountNext: next?.account ? JSON.stringify(next.account) : null,
  bankAccountNextDate: next?.date ?? null,
  bankCallBackNote: next?.callBackNote ?? null,
  bankAccountNextByUserId: next?.askedByUserId ?? null,
  bankAccountNextConfirmedByUserId: next?.confirmedByUserId ?? null,
});

const selectTenant = (scope: AccessScope, id: number) =>
  sql<Row>`select t.* from tenants t where t.id = ${id} and ${inTenantScope(scope)}`;

export async function findTenantRecord(
  db: Database | Tx,
  scope: AccessScope,
  id: number,
): Promise<TenantRecord | null> {
  const { rows } = await selectTenant(scope, id).execute(db);
  return rows[0] ? recordOf(rows[0]) : null;
}

/** Locks the organisation until the transaction ends, or a 404. Every change of its settings starts here. */
export async function lockTenant(tx: Tx, scope: AccessScope, id: number): Promise<TenantRecord> {
  const { rows } = await sql<Row>`${selectTenant(scope, id)} for no key update`.execute(tx);
  if (!rows[0]) throw outOfScope(scope, id, 'organisation');
  return recordOf(rows[0]);
}

function bankColumns(account: Settings['bankAccount'], now: Moment) {
  return {
    bankAccountName: account?.accountName ?? null,
    bankBsbNumber: account?.bsbNumber ?? null,
    bankAccountNumber: account?.accountNumber ?? null,
    bankAccountChangedDate: now,
  };
}

const stored = (name: SettingName, value: unknown): unknown =>
  settingFields[name].storage === 'json' ? JSON.stringify(value) : value;

export function settingColumns(
  { logo, bankAccount, batchPaymentSchedule, ...values }: Partial<Settings>,
  now: Moment,
): Updateable<Columns> {
  const given = columnNames.filter((name) => values[name] !== undefined);
  return {
    ...Object.fromEntries(given.map((name) => [name, stored(name, values[name])])),
    ...(logo !== undefined && { logoAssetId: logo }),
    ...(bankAccount !== undefined && bankColumns(bankAccount, now)),
    ...(batchPaymentSchedule !== undefined && { batchPaymentSchedule: batchPaymentSchedule ?? '' }),
  };
}

/** The account that takes effect later stays as it is, unless it is given. */
type Changed = { changes: Partial<Settings>; draft: SettingsDraft; nextAccount?: NextAccount | null };

/** The live and the pending logo that this update replaces or withdraws. */
function replacedLogos({ settings, draft }: TenantRecord, { changes, draft: next }: Changed): number[] {
  const after = [changes.logo === undefined ? settings.logo : changes.logo, next.logo?.value];
  const before = [settings.logo, draft.logo?.value].filter((logo) => typeof logo === 'number');
  return before.filter((logo) => !after.includes(logo));
}

/** Writes changed fields and increments the version. Logos that are no longer used are deleted. */
export async function updateTenant(tx: Tx, tenant: TenantRecord, update: Changed, now: Moment): Promise<void> {
  const { id, version } = tenant;
  const { changes, draft, nextAccount } = update;
  const draftContent = Object.keys(draft).length === 0 ? null : JSON.stringify(draft);
  await tx
    .updateTable('tenants')
    .set({ ...settingColumns(changes, now), draftContent, version: version + 1, lastUpdateDate: now })
    .set(nextAccount === undefined ? {} : nextColumns(nextAccount))
    .where('id', '=', id)
    .execute();
  for (const logo of replacedLogos(tenant, update)) await discardAsset(tx, logo);
}

export const withoutFields = (draft: SettingsDraft, names: readonly SettingName[]): SettingsDraft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => !names.includes(name as SettingName)));

/** The organisations in which a change waits that this user asked for, also a confirmed bank account, locked. */
export async function lockTenantsWithDraftOf(tx: Tx, userId: number): Promise<TenantRecord[]> {
  const { rows } = await sql<Row>`
    select t.* from tenants t
    where (t.draft_content is not null and exists (
        select from jsonb_each(t.draft_content) d where d.value -> 'userId' = to_jsonb(${userId}::bigint)))
      or (t.bank_account_next_date is not null and t.bank_account_next_by_user_id = ${userId})
    order by t.id for no key update`.execute(tx);
  return rows.map(recordOf);
}

/** The organisations with a bank account that this user confirmed and that does not hold yet, locked. */
export async function lockTenantsConfirmedBy(tx: Tx, userId: number): Promise<TenantRecord[]> {
  const { rows } = await sql<Row>`
    select t.* from tenants t
    where t.bank_account_next_date is not null and t.bank_account_next_confirmed_by_user_id = ${userId}
    order by t.id for no key update`.execute(tx);
  return rows.map(recordOf);
}

/** The organisations whose confirmed account takes effect by now. Locked, and left out if another server has them. */
export async function lockDueAccounts(tx: Tx, now: Moment, id?: number): Promise<TenantRecord[]> {
  const { rows } = await sql<Row>`
    select t.* from tenants t
    where t.bank_account_next_date <= ${now} ${id === undefined ? sql`` : sql`and t.id = ${id}`}
    order by t.id for no key update skip locked`.execute(tx);
  return rows.map(recordOf);
}

export async function tenantsWithDueAccount(db: Database, now: Moment): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from tenants where bank_account_next_date <= ${now} order by id`.execute(db);
  return rows.map(({ id }) => id);
}
