import { type Kysely, sql } from 'kysely';

/** The attachment of a message: its kind and its record. It is rendered when the message is delivered. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table messages
      add column attachment_kind text,
      add column attachment_id bigint,
      add constraint messages_attachment check ((attachment_kind is null) = (attachment_id is null))`.execute(db);
}
