import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

const constraints: [table: string, name: string][] = [
  ['campaign_books', 'gateway_costs_of_no_campaign'],
  ['ledger_transactions', 'ledger_transactions_event_check'],
  ['ledger_entries', 'ledger_entries_account_check'],
  ['batch_items', 'batch_items_returned_check'],
  ['bank_statement_lines', 'bank_statement_lines_matched_check'],
  ['bank_statement_lines', 'bank_statement_lines_one_match_check'],
  ['bank_statement_lines', 'bank_statement_lines_batch_check'],
  ['bank_statement_lines', 'bank_statement_lines_payment_check'],
  ['bank_statement_lines', 'bank_statement_lines_fee_check'],
];

/** Reads the tables once, without a lock that keeps others from working. */
export async function online(db: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  for (const [table, name] of constraints) {
    await sql`alter table ${sql.table(table)} validate constraint ${sql.ref(name)}`.execute(db);
  }
  await createIndex('bank_statement_lines_of_batch', sql`bank_statement_lines (batch_id) where batch_id is not null`);
}
