import { type Kysely, sql } from 'kysely';

/** The delivery of a signatory's copy becomes a signature event. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table signature_events drop constraint signature_events_kind_check`.execute(db);
  await sql`
    alter table signature_events add constraint signature_events_kind_check
      check (kind in ('code-sent', 'code-entered', 'code-failed', 'signed', 'voided', 'copy-delivered'))`.execute(db);
}
