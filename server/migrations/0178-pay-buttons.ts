import { type Kysely, sql } from 'kysely';

/** The Pay button of a campaign on another website. The token is public: it reveals the state alone. Can run twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists pay_buttons (
      agreement_id bigint primary key references agreements (id) on delete cascade,
      token text not null unique,
      created_date timestamptz not null)`.execute(db);
}
