import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = {
  createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void>;
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

/** A posting gets its day and is added to the totals in one statement, so that no interruption counts it twice. */
export async function online(db: Kysely<unknown>, { createIndex, inLots }: Steps): Promise<void> {
  await inLots(
    'ledger_transactions',
    (from, to) => sql`
      with dated as (
        update ledger_transactions l
        set book_day = coalesce(l.day, (l.date at time zone coalesce(
          (select t.default_time_zone from agreements a join tenants t on t.id = a.tenant_id
            where a.id = l.agreement_id), 'UTC'))::date)
        where l.id between ${from} and ${to} and l.book_day is null
        returning l.id, l.book_day)
      insert into ledger_totals (book_day, account, debit, credit, entries)
      select d.book_day, e.account, coalesce(sum(e.amount) filter (where e.amount > 0), 0),
        coalesce(-sum(e.amount) filter (where e.amount < 0), 0), count(*)
      from dated d join ledger_entries e on e.transaction_id = d.id group by d.book_day, e.account`,
  );
  // Each lot added rows of its own. Rows that somebody has locked stay as they are.
  await sql`
    with gone as (
      delete from ledger_totals where id in (select id from ledger_totals for update skip locked)
      returning book_day, account, debit, credit, entries)
    insert into ledger_totals (book_day, account, debit, credit, entries)
    select book_day, account, sum(debit), sum(credit), sum(entries) from gone group by book_day, account`.execute(db);
  await sql`alter table ledger_transactions validate constraint ledger_has_book_day`.execute(db);
  await createIndex('ledger_by_book_day', sql`ledger_transactions (book_day, id)`);
}
