import { type Kysely, sql } from 'kysely';

const thisTransaction = sql`pg_current_xact_id()::text::bigint`;

/** Notes rows of tenant_id, kind and record_id. Sorted, so that no two transactions wait in a circle. */
const note = (rows: ReturnType<typeof sql>) => sql`
  insert into tenant_changes (tenant_id, kind, record_id, changed_xid, changed_date)
  select distinct r.tenant_id, r.kind, r.record_id, ${thisTransaction}, statement_timestamp()
  from (${rows}) r (tenant_id, kind, record_id) order by 1, 2, 3
  on conflict (tenant_id, kind, record_id) do update
  set changed_xid = excluded.changed_xid, changed_date = excluded.changed_date
  where tenant_changes.changed_xid <> excluded.changed_xid`;

/** As 0149, for records that several organisations may have: properties and team members. Deliveries have columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    create table if not exists tenant_changes (
      tenant_id bigint not null,
      kind text not null,
      record_id bigint not null,
      changed_xid bigint not null,
      changed_date timestamptz not null,
      primary key (tenant_id, kind, record_id)
    )`.execute(db);
  await sql`
    create index if not exists tenant_changes_in_order on tenant_changes (tenant_id, kind, changed_xid, record_id)
      include (changed_date)`.execute(db);
  await properties(db);
  await members(db);
  await deliveries(db);
}

async function noteBy(db: Kysely<unknown>, name: string, rows: ReturnType<typeof sql>): Promise<void> {
  await sql`
    create or replace function ${sql.ref(name)}() returns trigger language plpgsql security definer
    set search_path = public as $$
    begin
      ${note(rows)};
      return null;
    end $$`.execute(db);
}

/** A property is of the organisations whose campaigns use it. A program of one agent sees it by their campaigns. */
async function properties(db: Kysely<unknown>): Promise<void> {
  const ofHolders = sql`
    select a.tenant_id, 'property', n.id from new_rows n join agreements a on a.property_id = n.id`;
  await noteBy(db, 'note_properties', ofHolders);
  await sql`
    create or replace trigger note_update after update on properties
    referencing new table as new_rows for each statement execute function note_properties()`.execute(db);
  await noteBy(db, 'note_property_of_campaign', sql`select new.tenant_id, 'property', new.property_id`);
  await sql`
    create or replace trigger note_property_insert after insert on agreements for each row
    when (new.property_id is not null) execute function note_property_of_campaign()`.execute(db);
  await sql`
    create or replace trigger note_property_update after update on agreements for each row
    when (new.property_id is not null and (new.property_id, new.agent_user_id, new.tenant_id)
      is distinct from (old.property_id, old.agent_user_id, old.tenant_id))
    execute function note_property_of_campaign()`.execute(db);
  await sql`
    create or replace function forget_properties() returns trigger language plpgsql security definer
    set search_path = public as $$
    begin
      delete from tenant_changes where kind = 'property' and record_id in (select id from old_rows)
        and tenant_id in (select id from tenants);
      return null;
    end $$`.execute(db);
  await sql`
    create or replace trigger note_delete after delete on properties
    referencing old table as old_rows for each statement execute function forget_properties()`.execute(db);
}

/** A member in each of their organisations. Who leaves stays noted: the list names them as removed. */
async function members(db: Kysely<unknown>): Promise<void> {
  const everywhere = sql`select m.tenant_id, 'member', m.user_id from tenant_users m where m.user_id in`;
  await noteBy(db, 'note_members', sql`${everywhere} (select n.user_id from new_rows n)`);
  for (const event of ['insert', 'update']) {
    await sql`
      create or replace trigger ${sql.ref(`note_${event}`)} after ${sql.raw(event)} on tenant_users
      referencing new table as new_rows for each statement execute function note_members()`.execute(db);
  }
  await noteBy(
    db,
    'note_left_members',
    sql`${everywhere} (select o.user_id from old_rows o) union select o.tenant_id, 'member', o.user_id from old_rows o`,
  );
  await sql`
    create or replace trigger note_delete after delete on tenant_users
    referencing old table as old_rows for each statement execute function note_left_members()`.execute(db);
  await noteBy(db, 'note_member_details', sql`${everywhere} (new.id)`);
  const shown = (row: string) =>
    sql.raw(
      [
        'first_name',
        'surname',
        'email_address',
        'mobile_phone',
        'job_title',
        'profile_picture_asset_id',
        'disabled_date',
      ]
        .map((column) => `${row}.${column}`)
        .join(', '),
    );
  await sql`
    create or replace trigger note_member_details after update on users for each row
    when ((${shown('new')}) is distinct from (${shown('old')}))
    execute function note_member_details()`.execute(db);
}

/** Deliveries from before have the number 0, so they are the first. They are deleted after thirty days. */
async function deliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_deliveries add column if not exists changed_xid bigint not null default 0,
      add column if not exists changed_date timestamptz`.execute(db);
  await sql`
    create or replace function note_delivery() returns trigger language plpgsql as $$
    begin
      new.changed_xid := ${thisTransaction};
      new.changed_date := clock_timestamp();
      return new;
    end $$`.execute(db);
  await sql`
    create or replace trigger note_change before insert or update on webhook_deliveries
    for each row execute function note_delivery()`.execute(db);
}
