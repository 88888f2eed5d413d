import { type Kysely, sql } from 'kysely';

/** The name that a text message in the name of an organisation shows as its sender. Null: the gateway's own number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tenants add column sms_sender_name text`.execute(db);
}
