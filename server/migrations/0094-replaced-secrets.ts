import { type Kysely, sql } from 'kysely';

/**
 * The webhooks of a program can be paused together with the replacement of its secret. Old rows obey the narrower rule
 * of before, so they are not read again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks
      drop constraint if exists webhooks_reasons,
      add constraint webhooks_reasons
        check (disabled_reason in ('owner', 'failing', 'person-left', 'program-ended', 'secret-ended', 'no-secret',
          'scope-ended', 'secret-replaced')) not valid`.execute(db);
}
