import { type Kysely, sql } from 'kysely';

/** The payers may answer that they are not sure about their mortgage. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreements add column mortgage_balance_unsure boolean not null default false`.execute(db);
}
