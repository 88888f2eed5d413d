import { type Kysely, sql } from 'kysely';

/** Reads the tables once, without a lock that keeps others from working. */
export async function online(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments validate constraint payments_kind_check`.execute(db);
  await sql`alter table ledger_transactions validate constraint ledger_transactions_event_check`.execute(db);
  await sql`alter table ledger_entries validate constraint ledger_entries_account_check`.execute(db);
  await sql`alter table campaign_books validate constraint repaid_not_negative`.execute(db);
}
