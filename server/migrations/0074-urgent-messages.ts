import { type Kysely, sql } from 'kysely';

/** Messages that a person waits for are sent before all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column is_urgent boolean not null default false`.execute(db);
  await sql`create index messages_urgent on messages (next_attempt_date) where state = 'queued' and is_urgent`.execute(
    db,
  );
  await sql`create index messages_undelivered on messages (state) where state in ('failed', 'held')`.execute(db);
}
