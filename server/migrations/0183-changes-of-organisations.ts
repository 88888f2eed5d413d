import { type Kysely, type RawBuilder, sql } from 'kysely';

type Db = Kysely<unknown>;

/**
 * As 0165, for organisations, webhooks and the payments to organisations. A webhook or an organisation that is deleted
 * stays noted: the list names it as removed. Can run twice.
 */
export async function up(db: Db): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await organisations(db);
  await webhooks(db);
  await payments(db);
}

/** A trigger function that notes rows of tenant_id, kind and record_id. */
async function noteBy(db: Db, name: string, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    create or replace function ${sql.ref(name)}() returns trigger language plpgsql security definer
    set search_path = public as $$
    begin
      insert into tenant_changes (tenant_id, kind, record_id, changed_xid, changed_date)
      select distinct r.tenant_id, r.kind, r.record_id, pg_current_xact_id()::text::bigint, statement_timestamp()
      from (${rows}) r (tenant_id, kind, record_id) order by 1, 2, 3
      on conflict (tenant_id, kind, record_id) do update
      set changed_xid = excluded.changed_xid, changed_date = excluded.changed_date
      where tenant_changes.changed_xid <> excluded.changed_xid;
      return null;
    end $$`.execute(db);
}

const isChanged = (columns: readonly string[]): RawBuilder<unknown> => {
  const of = (row: string) => sql.raw(columns.map((column) => `${row}.${column}`).join(', '));
  return sql`((${of('new')}) is distinct from (${of('old')}))`;
};

type Told = { table: string; note: string; noteDeleted: string; columns: readonly string[] };

/** A row that is inserted, deleted, or changed in what the list shows. */
async function onEachRow(db: Db, { table, note, noteDeleted, columns }: Told): Promise<void> {
  await sql`
    create or replace trigger note_insert after insert on ${sql.ref(table)} for each row
    execute function ${sql.ref(note)}()`.execute(db);
  await sql`
    create or replace trigger note_update after update on ${sql.ref(table)} for each row
    when ${isChanged(columns)} execute function ${sql.ref(note)}()`.execute(db);
  await sql`
    create or replace trigger note_delete after delete on ${sql.ref(table)} for each row
    execute function ${sql.ref(noteDeleted)}()`.execute(db);
}

async function organisations(db: Db): Promise<void> {
  await noteBy(db, 'note_organisation', sql`select new.id, 'organisation', new.id`);
  await noteBy(db, 'note_deleted_organisation', sql`select old.id, 'organisation', old.id`);
  await onEachRow(db, {
    table: 'tenants',
    note: 'note_organisation',
    noteDeleted: 'note_deleted_organisation',
    columns: [
      ...['type', 'name', 'identifier', 'default_time_zone', 'enable_deposits', 'allow_adding_property'],
      ...['last_agreement_create_date', 'logo_asset_id', 'brand_settings'],
    ],
  });
  // Its flags say which payment options it has.
  await noteBy(db, 'note_options', sql`select new.tenant_id, 'organisation', new.tenant_id`);
  await noteBy(db, 'note_deleted_options', sql`select old.tenant_id, 'organisation', old.tenant_id`);
  await onEachRow(db, {
    table: 'tenant_finance_options',
    note: 'note_options',
    noteDeleted: 'note_deleted_options',
    columns: ['active', 'enabled'],
  });
}

async function webhooks(db: Db): Promise<void> {
  await noteBy(db, 'note_webhook', sql`select new.tenant_id, 'webhook', new.id`);
  await noteBy(db, 'note_deleted_webhook', sql`select old.tenant_id, 'webhook', old.id`);
  await onEachRow(db, {
    table: 'webhooks',
    note: 'note_webhook',
    noteDeleted: 'note_deleted_webhook',
    columns: [
      ...['tenant_id', 'url', 'events', 'disabled_reason', 'disabled_since_date', 'failing_since_date'],
      ...['created_by_user_id', 'last_delivery_date'],
    ],
  });
  // A webhook shows the name of the person who registered it.
  await noteBy(
    db,
    'note_webhooks_of_person',
    sql`select w.tenant_id, 'webhook', w.id from webhooks w where w.created_by_user_id = new.id`,
  );
  await sql`
    create or replace trigger note_webhooks after update on users for each row
    when ${isChanged(['first_name', 'surname'])} execute function note_webhooks_of_person()`.execute(db);
}

/** One row for each payment, so that no two transactions write the same one. */
async function payments(db: Db): Promise<void> {
  await noteBy(
    db,
    'note_remittance',
    sql`select a.tenant_id, 'remittance', new.id from agreements a where a.id = new.agreement_id`,
  );
  await sql`
    create or replace trigger note_remittance after insert on ledger_transactions for each row
    when (new.event in ('transfer', 'bounce')) execute function note_remittance()`.execute(db);
}
