import { type Kysely, sql } from 'kysely';

/**
 * A hash of what an approval was for: the payers and the property. A signature compares it. Null for a campaign that is
 * not approved, or was approved by a server of the release before: nothing is compared then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table agreements add column approved_key text`.execute(db);
}
