import { type Kysely, sql } from 'kysely';

/**
 * A document whose time stamp fails is tried again later and later, so that it does not keep others from theirs. A row
 * that a server of the release before writes is due at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    alter table document_stamps
      add column attempts integer not null default 0,
      add column next_attempt_date timestamptz not null default 'epoch'`.execute(db);
}
