import { type Kysely, sql } from 'kysely';

/** The codes of our accounts in other accounting systems, and the files that were exported for a period, each once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_codes (
      system text not null check (system in ('xero', 'myob')),
      account text not null,
      code text not null check (code <> ''),
      primary key (system, account)
    )`.execute(db);
  await sql`
    create table book_exports (
      period_id bigint not null references book_periods (id),
      system text not null check (system in ('xero', 'myob')),
      file_name text not null,
      file_bytes bytea not null,
      file_sha256 bytea not null,
      made_date timestamptz not null,
      made_by_user_id bigint not null references users (id),
      primary key (period_id, system)
    )`.execute(db);
  await sql`
    create trigger book_exports_append_only before update or delete or truncate on book_exports
    for each statement execute function refuse_ledger_change()`.execute(db);
  // The other system has its figures, so the period stays closed. Both take the lock of the periods.
  await sql`
    create function keep_exported_closed() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(7203158);
      if (tg_table_name = 'book_periods' and exists (select from book_exports e where e.period_id = (to_jsonb(new) ->> 'id')::bigint))
        or (tg_table_name = 'book_exports' and exists (select from book_periods p
          where p.id = (to_jsonb(new) ->> 'period_id')::bigint and p.reopened_date is not null))
      then
        raise exception 'Only a closed period is exported, and it stays closed.'
          using errcode = 'check_violation', constraint = 'exported_stays_closed', table = tg_table_name;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger book_periods_exported before update on book_periods
    for each row execute function keep_exported_closed()`.execute(db);
  await sql`
    create trigger book_exports_closed before insert on book_exports
    for each row execute function keep_exported_closed()`.execute(db);
}
