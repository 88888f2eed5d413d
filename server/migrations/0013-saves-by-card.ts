import { type Kysely, sql } from 'kysely';

/** Which version of a campaign last changed each of its cards. Null until the first change after this one. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table agreements add column group_versions jsonb`.execute(db);
}
