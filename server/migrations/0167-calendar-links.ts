import { type Kysely, sql } from 'kysely';

/** The private link of each person's calendar, as a hash, and the organisations of the sign-in that made it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists calendar_links (
      user_id bigint primary key references users (id) on delete cascade,
      token_hash bytea not null unique,
      tenant_ids bigint[] not null,
      created_date timestamptz not null,
      last_usage_date timestamptz)`.execute(db);
}
