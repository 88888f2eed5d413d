import { type Kysely, sql } from 'kysely';

/** The role of the running application writes no balances: the triggers of the ledger do, with the owner's rights. */
async function writeBooksAsOwner(db: Kysely<unknown>) {
  for (const name of ['keep_books', 'move_books']) {
    await sql`alter function ${sql.ref(name)}() security definer set search_path = public, pg_temp`.execute(db);
  }
}

/**
 * A ledger transaction takes entries only in the database transaction that wrote it. The number of a transaction from
 * before is not known: it takes no more entries.
 */
async function closeTransactions(db: Kysely<unknown>) {
  // With the default in the same statement, the table would be written anew.
  await sql`alter table ledger_transactions add column xact xid8`.execute(db);
  await sql`alter table ledger_transactions alter column xact set default pg_current_xact_id()`.execute(db);
  await sql`
    create function number_ledger_transaction() returns trigger language plpgsql as $$
    begin
      new.xact := pg_current_xact_id();
      return new;
    end $$`.execute(db);
  await sql`
    create trigger ledger_transactions_number before insert on ledger_transactions
    for each row execute function number_ledger_transaction()`.execute(db);
  await sql`
    create function refuse_late_entries() returns trigger language plpgsql as $$
    declare late bigint;
    begin
      select t.id into late from new_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.xact is distinct from pg_current_xact_id() limit 1;
      if late is not null then
        raise exception 'the ledger is append-only: transaction % takes no more entries', late;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ledger_entries_not_late after insert on ledger_entries referencing new table as new_entries
    for each statement execute function refuse_late_entries()`.execute(db);
}

/**
 * Prepares the tables for a role that owns none of them. The rights of that role are given after every migration, by
 * `run-role.ts`, so that they fit the tables of each release.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await writeBooksAsOwner(db);
  await closeTransactions(db);
}
