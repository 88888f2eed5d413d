import { type Kysely, sql } from 'kysely';

/** The second factor of an account, its recovery codes, and sign-ins between the password and the code. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table second_factors (
      user_id bigint primary key references users (id) on delete cascade,
      sealed_secret bytea not null,
      created_date timestamptz not null,
      confirmed_date timestamptz,
      last_step integer not null default 0
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_id bigint not null references second_factors (user_id) on delete cascade,
      hash text not null,
      used_date timestamptz,
      primary key (user_id, hash)
    )`.execute(db);
  await sql`
    create table sign_in_steps (
      hash bytea primary key,
      user_id bigint not null references users (id) on delete cascade,
      means text not null,
      back text not null,
      expiry_date timestamptz not null
    )`.execute(db);
  await sql`create index sign_in_steps_by_user on sign_in_steps (user_id)`.execute(db);
  await sql`create index sign_in_steps_by_expiry on sign_in_steps (expiry_date)`.execute(db);
}
