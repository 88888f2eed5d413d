import { type Kysely, sql } from 'kysely';

/**
 * The payer's record in whose sign-in, by a Payment URL, a file was uploaded. Such a sign-in has the id of an account,
 * and must not reach what the account uploaded elsewhere. Without a reference: the file of a removed payer must not
 * become one of the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table assets add column uploaded_by_signatory_id bigint`.execute(db);
}
