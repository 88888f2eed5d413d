import { type Kysely, sql } from 'kysely';

/**
 * The version of a property that last changed its address, and the one that last changed its details. Null until the
 * first change.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table properties add column group_versions jsonb`.execute(db);
}
