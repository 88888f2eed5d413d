import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/**
 * Periods of the books that are closed. A posting takes the lock of the periods together with all others, and a change
 * of the periods takes it alone: so no posting is under way in a period while it is closed.
 */
export async function up(db: Db): Promise<void> {
  await sql`
    create table book_periods (
      id bigint generated always as identity primary key,
      first_day date,
      last_day date not null,
      -- How many entries it had when it was closed. check-books compares it with the ledger.
      entries bigint not null default 0,
      closed_date timestamptz not null,
      closed_by_user_id bigint not null references users (id),
      reopened_date timestamptz,
      reopened_by_user_id bigint references users (id),
      reopen_reason text,
      check (first_day <= last_day),
      check ((reopened_date is null) = (reopened_by_user_id is null and reopen_reason is null))
    )`.execute(db);
  await guardPeriods(db);
  await refuseClosedDays(db);
}

async function guardPeriods(db: Db): Promise<void> {
  await sql`
    create function guard_period() returns trigger language plpgsql as $$
    declare last date;
    begin
      perform pg_advisory_xact_lock(7203158);
      if tg_op = 'INSERT' then
        select max(p.last_day) into last from book_periods p where p.reopened_date is null;
        if new.first_day is distinct from last + 1 or new.last_day <= last or new.reopened_date is not null then
          raise exception 'A period begins the day after the last closed one.'
            using errcode = 'check_violation', constraint = 'periods_follow', table = 'book_periods';
        end if;
        new.entries := coalesce((select sum(t.entries) from ledger_totals t where t.book_day <= new.last_day
          and (new.first_day is null or t.book_day >= new.first_day)), 0);
        return new;
      end if;
      if old.reopened_date is not null or new.reopened_date is null
        or (new.first_day, new.last_day, new.entries, new.closed_date, new.closed_by_user_id)
          is distinct from (old.first_day, old.last_day, old.entries, old.closed_date, old.closed_by_user_id)
        or exists (select from book_periods p where p.reopened_date is null and p.last_day > old.last_day)
      then
        raise exception 'Only the last closed period opens again, and nothing else of it changes.'
          using errcode = 'check_violation', constraint = 'periods_follow', table = 'book_periods';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger book_periods_guard before insert or update on book_periods
    for each row execute function guard_period()`.execute(db);
  await sql`
    create trigger book_periods_append_only before delete or truncate on book_periods
    for each statement execute function refuse_ledger_change()`.execute(db);
}

/** A posting that names no day gets the first open one. A posting that names a closed day is refused. */
async function refuseClosedDays(db: Db): Promise<void> {
  await sql`
    create or replace function date_posting() returns trigger language plpgsql as $$
    declare open_from date;
    begin
      perform pg_advisory_xact_lock_shared(7203158);
      select max(p.last_day) + 1 into open_from from book_periods p where p.reopened_date is null;
      if new.book_day < open_from then
        raise exception 'The period of % is closed. Post on % or later.', new.book_day, open_from
          using errcode = 'check_violation', constraint = 'period_is_open', table = 'ledger_transactions';
      end if;
      new.book_day := coalesce(new.book_day, greatest(open_from, coalesce(new.day, (new.date at time zone coalesce(
        (select t.default_time_zone from agreements a join tenants t on t.id = a.tenant_id
          where a.id = new.agreement_id), 'UTC'))::date)));
      return new;
    end $$`.execute(db);
}
