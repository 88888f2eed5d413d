import { type Kysely, sql } from 'kysely';

/** The version and the address of a new record are headers of its answer, so they are stored and sent again with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table idempotency_keys add column if not exists headers jsonb`.execute(db);
}
