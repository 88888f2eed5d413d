import { type Kysely, sql } from 'kysely';

/** That a signatory's copy has been handed over is part of what tells of their signature. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table signature_events drop constraint signature_events_kind_check`.execute(db);
  await sql`
    alter table signature_events add constraint signature_events_kind_check
      check (kind in ('code-sent', 'code-entered', 'code-failed', 'signed', 'voided', 'copy-delivered'))`.execute(db);
}
