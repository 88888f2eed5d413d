import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

const constraints: [table: string, name: string][] = [
  ['bank_statements', 'bank_statements_account_check'],
  ['bank_statement_lines', 'bank_statement_lines_movement_fkey'],
  ['bank_statement_lines', 'bank_statement_lines_matched_check'],
  ['bank_statement_lines', 'bank_statement_lines_one_match_check'],
  ['bank_statement_lines', 'bank_statement_lines_linked_check'],
];

/** Reads the tables once, without a lock that keeps others from working. */
export async function online(db: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  for (const [table, name] of constraints) {
    await sql`alter table ${sql.table(table)} validate constraint ${sql.ref(name)}`.execute(db);
  }
  const on = sql`bank_statement_lines (movement_id) where movement_id is not null`;
  await createIndex('bank_statement_lines_of_movement', on);
}
