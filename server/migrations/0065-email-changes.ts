import { type Kysely, sql } from 'kysely';

/**
 * A new e-mail address of somebody who logs in with a password waits here until its owner confirms it. The link is
 * stored only as a hash. A later change replaces an earlier one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      user_id bigint primary key references users (id) on delete cascade,
      hash bytea not null unique,
      new_email_address text not null,
      expiry_date timestamptz not null)`.execute(db);
}
