import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/**
 * Every posting has the day on which it counts in the books, and the totals of each account and day are stored, so that
 * a trial balance on any day does not read the ledger. 0144 fills both for earlier postings.
 */
export async function up(db: Db): Promise<void> {
  await sql`
    create table ledger_totals (
      id text primary key default gen_random_uuid()::text,
      book_day date not null,
      account text not null,
      debit numeric(16, 2) not null check (debit >= 0),
      credit numeric(16, 2) not null check (credit >= 0),
      entries bigint not null check (entries > 0)
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index ledger_totals_by_day on ledger_totals (book_day, account)`.execute(db);
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    alter table ledger_transactions
      add column if not exists book_day date,
      add constraint ledger_has_book_day check (book_day is not null) not valid`.execute(db);
  await datePostings(db);
  await keepTotals(db);
  // 0145 refuses updates again, when earlier postings have their day. The application has no right to update.
  await sql`drop trigger ledger_transactions_append_only on ledger_transactions`.execute(db);
  await sql`
    create trigger ledger_transactions_append_only before delete or truncate on ledger_transactions
    for each statement execute function refuse_ledger_change()`.execute(db);
}

/** The day that a posting of a loan is for; else the day of its organisation. */
async function datePostings(db: Db): Promise<void> {
  await sql`
    create function date_posting() returns trigger language plpgsql as $$
    begin
      new.book_day := coalesce(new.book_day, new.day, (new.date at time zone coalesce(
        (select t.default_time_zone from agreements a join tenants t on t.id = a.tenant_id
          where a.id = new.agreement_id), 'UTC'))::date);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger ledger_transactions_dated before insert on ledger_transactions
    for each row execute function date_posting()`.execute(db);
}

/** An account may have several rows for a day: a writer adds to a row that nobody has locked, or adds a row. */
async function keepTotals(db: Db): Promise<void> {
  await sql`
    create function keep_totals() returns trigger language plpgsql
    security definer set search_path = public, pg_temp as $$
    declare made record;
    begin
      for made in
        select t.book_day, e.account, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as debit,
          coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as credit, count(*) as entries
        from new_entries e join ledger_transactions t on t.id = e.transaction_id
        group by t.book_day, e.account
      loop
        update ledger_totals
        set debit = debit + made.debit, credit = credit + made.credit, entries = entries + made.entries
        where id = (select id from ledger_totals where book_day = made.book_day and account = made.account
          limit 1 for no key update skip locked);
        if not found then
          insert into ledger_totals (book_day, account, debit, credit, entries)
          values (made.book_day, made.account, made.debit, made.credit, made.entries);
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ledger_keeps_totals after insert on ledger_entries referencing new table as new_entries
    for each statement execute function keep_totals()`.execute(db);
}
