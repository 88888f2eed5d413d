import { type Kysely, sql } from 'kysely';

/**
 * Merges the rows of an account and a day that has ended: writers at the same time add rows of their own. In lots, with
 * the rights of the owner, because the application only reads the totals. Sums stay as they are. Can run twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function merge_ledger_totals() returns bigint language plpgsql security definer
    set search_path = public, pg_temp as $$
    declare merged bigint;
    begin
      with crowded as (
        select book_day, account from ledger_totals where book_day < current_date
        group by book_day, account having count(*) > 1 order by book_day, account limit 2000),
      gone as (
        -- A writer that finds all rows locked adds a row, and a row that a writer has locked stays.
        delete from ledger_totals where id in (
          select t.id from ledger_totals t join crowded c on c.book_day = t.book_day and c.account = t.account
          for update of t skip locked)
        returning book_day, account, debit, credit, entries),
      kept as (
        insert into ledger_totals (book_day, account, debit, credit, entries)
        select book_day, account, sum(debit), sum(credit), sum(entries) from gone group by book_day, account
        returning entries)
      select (select count(*) from gone) - (select count(*) from kept) into merged;
      return merged;
    end $$`.execute(db);
}
