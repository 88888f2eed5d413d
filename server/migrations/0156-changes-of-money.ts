import { type Kysely, sql } from 'kysely';

const thisTransaction = sql`pg_current_xact_id()::text::bigint`;
const columns = sql`record_changes (kind, record_id, tenant_id, agreement_id, changed_xid, changed_date)`;

const sources = [
  { table: 'invoices', kind: 'invoice' },
  { table: 'payments', kind: 'payment' },
] as const;

/** Triggers note each inserted, changed and deleted invoice and payment, as 0149 does for campaigns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  for (const { table, kind } of sources) {
    const [note, forget] = [sql.ref(`note_${table}`), sql.ref(`forget_${table}`)];
    await sql`
      create or replace function ${note}() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        insert into ${columns}
        select ${sql.lit(kind)}, n.id, a.tenant_id, a.id, ${thisTransaction}, clock_timestamp()
        from new_rows n join agreements a on a.id = n.agreement_id order by n.id
        on conflict (kind, record_id) do update set changed_xid = excluded.changed_xid, changed_date = excluded.changed_date
        where record_changes.changed_xid <> excluded.changed_xid;
        return null;
      end $$`.execute(db);
    await sql`
      create or replace function ${forget}() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        delete from record_changes where kind = ${sql.lit(kind)} and record_id in (select id from old_rows);
        return null;
      end $$`.execute(db);
    for (const event of ['insert', 'update']) {
      await sql`
        create or replace trigger ${sql.ref(`note_${event}`)} after ${sql.raw(event)} on ${sql.ref(table)}
        referencing new table as new_rows for each statement execute function ${note}()`.execute(db);
    }
    await sql`
      create or replace trigger note_delete after delete on ${sql.ref(table)}
      referencing old table as old_rows for each statement execute function ${forget}()`.execute(db);
  }
}
