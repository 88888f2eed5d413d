import { type Kysely, sql } from 'kysely';

/** A banner that a person dismissed stays dismissed on every device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dismissed_banners (
      user_id bigint not null references users (id) on delete cascade,
      banner_id text not null,
      dismissed_date timestamptz not null,
      primary key (user_id, banner_id)
    )`.execute(db);
}
