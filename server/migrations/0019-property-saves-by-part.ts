import { type Kysely, sql } from 'kysely';

/** Which version of a property last changed its address, and which its details. Null until the first change. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table properties add column group_versions jsonb`.execute(db);
}
