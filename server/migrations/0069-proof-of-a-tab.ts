import { type Kysely, sql } from 'kysely';

/**
 * A proof of identity belongs to the tokens of the tab in which it was given, not to every tab of the sign-in. Null:
 * this tab has proved nothing. The column of `sign_ins` is the proof that tokens from the present cookie begin with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table token_families add column proved_date timestamptz`.execute(db);
}
