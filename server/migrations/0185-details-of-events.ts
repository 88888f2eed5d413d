import { type Kysely, sql } from 'kysely';

/** Amounts, channels and reasons of an event. Null for events that have none, and for those from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column if not exists details jsonb`.execute(db);
}
