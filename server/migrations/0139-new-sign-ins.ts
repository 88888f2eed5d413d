import { type Kysely, sql } from 'kysely';

/**
 * The networks from which a person has logged in, how each sign-in was made, and the links with which the owner of an
 * account ends a sign-in that they do not recognise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    create table if not exists known_networks (
      user_id bigint not null references users (id) on delete cascade,
      network text not null,
      last_used_date timestamptz not null,
      primary key (user_id, network))`.execute(db);
  await sql`create index if not exists known_networks_by_use on known_networks (last_used_date)`.execute(db);
  await sql`
    create table if not exists sign_in_alerts (
      hash bytea primary key,
      sign_in_id bigint not null references sign_ins (id) on delete cascade,
      expiry_date timestamptz not null)`.execute(db);
  await sql`create index if not exists sign_in_alerts_by_sign_in on sign_in_alerts (sign_in_id)`.execute(db);
  await sql`create index if not exists sign_in_alerts_by_expiry on sign_in_alerts (expiry_date)`.execute(db);
  await sql`alter table sign_ins add column if not exists means text`.execute(db);
}
