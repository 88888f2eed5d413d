import { type Kysely, sql } from 'kysely';

/** The version of a campaign that last changed each card. Null until the first change after this migration. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table agreements add column group_versions jsonb`.execute(db);
}
