import { type Kysely, sql } from 'kysely';

/** The webhooks of a program can be paused together with the replacement of its secret. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks
      drop constraint webhooks_reasons,
      add constraint webhooks_reasons
        check (disabled_reason in ('owner', 'failing', 'person-left', 'program-ended', 'secret-ended', 'no-secret',
          'scope-ended', 'secret-replaced'))`.execute(db);
}
