import type { Sight } from '@kerb/domain/access/sight.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import {
  type SettingName,
  type Settings,
  settingFields,
  settingNames,
} from '@kerb/domain/organisations/setting-fields.ts';
import { inTenantSight } from '@kerb/server/features/organisations/organisations.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** A value that waits, with who asked for it. */
export type PendingValue = { value: unknown; userId: number | null; userName: string; date: Moment };
export type Draft = Partial<Record<SettingName, PendingValue>>;

export type TenantRecord = {
  id: number;
  version: number;
  lastAgreementCreateDate: Moment | null;
  settings: Settings;
  draft: Draft;
};

type Row = Record<string, unknown> & { id: number; version: number };

function bankAccountOf(row: Row): Settings['bankAccount'] {
  if (row.bankAccountNumber === null) return null;
  return {
    accountName: row.bankAccountName as string,
    bsbNumber: row.bankBsbNumber as string | null,
    accountNumber: row.bankAccountNumber as string,
  };
}

function settingsOf(row: Row): Settings {
  const values = Object.fromEntries(settingNames.map((name) => [name, row[name] ?? null])) as Settings;
  return {
    ...values,
    logo: row.logoAssetId as number | null,
    bankAccount: bankAccountOf(row),
    batchPaymentSchedule: (row.batchPaymentSchedule as string) || null,
  };
}

async function selectTenant(db: Database | Tx, sight: Sight, id: number, lock: boolean): Promise<TenantRecord | null> {
  const { rows } = await sql<Row>`
    select t.* from tenants t where t.id = ${id} and ${inTenantSight(sight)}
    ${lock ? sql`for no key update` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    id: row.id,
    version: row.version,
    lastAgreementCreateDate: row.lastAgreementCreateDate as Moment | null,
    settings: settingsOf(row),
    draft: (row.draftContent ?? {}) as Draft,
  };
}

export const findTenantRecord = (db: Database | Tx, sight: Sight, id: number) => selectTenant(db, sight, id, false);

/** Holds the organisation until the transaction ends: everything that changes its settings goes through here. */
export const lockTenant = (tx: Tx, sight: Sight, id: number) => selectTenant(tx, sight, id, true);

function bankColumns(account: Settings['bankAccount'], now: Moment) {
  return {
    bankAccountName: account?.accountName ?? null,
    bankBsbNumber: account?.bsbNumber ?? null,
    bankAccountNumber: account?.accountNumber ?? null,
    bankAccountChangedDate: now,
  };
}

export function settingColumns(changes: Partial<Settings>, now: Moment): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    if (name === 'logo') columns.logoAssetId = value;
    else if (name === 'bankAccount') Object.assign(columns, bankColumns(value as Settings['bankAccount'], now));
    else if (name === 'batchPaymentSchedule') columns.batchPaymentSchedule = value ?? '';
    else columns[name] = settingFields[name as SettingName].storage === 'json' ? JSON.stringify(value) : value;
  }
  return columns;
}

/** Writes what has changed; whoever read the organisation before now holds an older version of it. */
export async function updateTenant(
  tx: Tx,
  { id, version }: Pick<TenantRecord, 'id' | 'version'>,
  { changes, draft }: { changes: Partial<Settings>; draft: Draft },
  now: Moment,
): Promise<void> {
  const draftContent = Object.keys(draft).length === 0 ? null : JSON.stringify(draft);
  await tx
    .updateTable('tenants')
    .set({ ...settingColumns(changes, now), draftContent, version: version + 1, lastUpdateDate: now } as never)
    .where('id', '=', id)
    .execute();
}
