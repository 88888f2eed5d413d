import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

const constraints: [table: string, name: string][] = [
  ['campaign_books', 'operating_of_no_campaign'],
  ['ledger_transactions', 'ledger_transactions_event_check'],
  ['ledger_transactions', 'ledger_transactions_page_check'],
  ['ledger_entries', 'ledger_entries_account_check'],
];

/** Reads the tables once, without a lock that keeps others from working. Few postings are movements. */
export async function online(db: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  for (const [table, name] of constraints) {
    await sql`alter table ${sql.table(table)} validate constraint ${sql.ref(name)}`.execute(db);
  }
  await createIndex('ledger_transactions_movements', sql`ledger_transactions (id) where event = 'movement'`);
  await createIndex(
    'ledger_transactions_landings',
    sql`ledger_transactions (split_part(key, ':', 2)) where event = 'landing'`,
  );
}
