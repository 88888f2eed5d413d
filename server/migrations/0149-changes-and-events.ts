import { type Kysely, sql } from 'kysely';

const thisTransaction = sql`pg_current_xact_id()::text::bigint`;

/**
 * The order in which records changed, and the events of the last 30 days. Both have the number of the transaction that
 * wrote them: a reader goes only as far as the oldest transaction that still runs, so no later commit is missed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    create table if not exists record_changes (
      kind text not null,
      record_id bigint not null,
      tenant_id bigint not null,
      agreement_id bigint not null,
      changed_xid bigint not null,
      changed_date timestamptz not null,
      primary key (kind, record_id)
    )`.execute(db);
  await sql`
    create index if not exists record_changes_in_order on record_changes (tenant_id, kind, changed_xid, record_id)
      include (changed_date, agreement_id)`.execute(db);
  await sql`
    create table if not exists events (
      id bigint generated always as identity primary key,
      event_id text not null,
      tenant_id bigint not null,
      agreement_id bigint not null,
      type text not null,
      date timestamptz not null,
      subject text,
      changes jsonb not null,
      changed_fields text[] not null,
      external_ref text,
      metadata jsonb,
      xid bigint not null default ${thisTransaction},
      creation_date timestamptz not null default now()
    )`.execute(db);
  await sql`create index if not exists events_in_order on events (tenant_id, xid, id)`.execute(db);
  await sql`create index if not exists events_by_date on events (creation_date)`.execute(db);
  await notes(db);
}

const kept = sql`
  on conflict (kind, record_id) do update set changed_xid = excluded.changed_xid, changed_date = excluded.changed_date
  where record_changes.changed_xid <> excluded.changed_xid`;
const columns = sql`record_changes (kind, record_id, tenant_id, agreement_id, changed_xid, changed_date)`;
const moment = sql`${thisTransaction}, clock_timestamp()`;

/** Triggers note each inserted, changed and deleted record. Sorted, so that two transactions never wait in a circle. */
async function notes(db: Kysely<unknown>): Promise<void> {
  // biome-ignore format: a table
  const sources = [
    { table: 'agreements',    rows: sql`select 'campaign', n.id, n.tenant_id, n.id from new_rows n` },
    { table: 'campaign_books', rows: sql`select 'campaign', a.id, a.tenant_id, a.id from new_rows n join agreements a on a.id = n.agreement_id` },
    { table: 'signatories',   rows: sql`select 'payer', n.id, a.tenant_id, a.id from new_rows n join agreements a on a.id = n.agreement_id` },
    { table: 'attachments',   rows: sql`select 'document', n.id, a.tenant_id, a.id from new_rows n join agreements a on a.id = n.agreement_id` },
    { table: 'external_refs', rows: sql`
        select n.kind, coalesce(n.agreement_id, p.id, d.id), n.tenant_id, coalesce(n.agreement_id, p.agreement_id, d.agreement_id)
        from new_rows n left join signatories p on p.id = n.signatory_id left join attachments d on d.id = n.attachment_id` },
  ];
  for (const { table, rows } of sources) {
    const name = sql.ref(`note_${table}`);
    await sql`
      create or replace function ${name}() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        insert into ${columns} select r.*, ${moment} from (${rows}) r (kind, record_id, tenant_id, agreement_id)
        order by 1, 2 ${kept};
        return null;
      end $$`.execute(db);
    for (const event of ['insert', 'update']) {
      await sql`
        create or replace trigger ${sql.ref(`note_${event}`)} after ${sql.raw(event)} on ${sql.ref(table)}
        referencing new table as new_rows for each statement execute function ${name}()`.execute(db);
    }
  }
  for (const [table, kind] of [
    ['agreements', 'campaign'],
    ['signatories', 'payer'],
    ['attachments', 'document'],
  ] as const) {
    const name = sql.ref(`forget_${table}`);
    await sql`
      create or replace function ${name}() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        delete from record_changes where kind = ${sql.lit(kind)} and record_id in (select id from old_rows);
        return null;
      end $$`.execute(db);
    await sql`
      create or replace trigger note_delete after delete on ${sql.ref(table)}
      referencing old table as old_rows for each statement execute function ${name}()`.execute(db);
  }
}
