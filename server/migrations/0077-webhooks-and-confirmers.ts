import { type Kysely, sql } from 'kysely';

/**
 * A webhook of a program is also paused when the program has no valid secret or key any more, or may no longer manage
 * webhooks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks
      drop constraint webhooks_reasons,
      add constraint webhooks_reasons
        check (disabled_reason in ('owner', 'failing', 'person-left', 'program-ended', 'secret-ended', 'no-secret',
          'scope-ended'))`.execute(db);
}
