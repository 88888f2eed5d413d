import { type Kysely, sql } from 'kysely';

/** The request that a message or a delivery of a webhook comes from, so that the log of its delivery can name it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column request_id text`.execute(db);
  await sql`alter table webhook_deliveries add column request_id text`.execute(db);
}
