import { type Kysely, sql } from 'kysely';

/**
 * What a sign-in has proved, and the record of refused attempts.
 *
 * `proved_date` is when the person last entered their password or a code. `unlocked_date` is when a payer who came by a
 * Payment URL entered a code. `opened_by_user_id` is the team member or admin who opened that link. `last_active_date`
 * is when the person last used a key or a pointer.
 *
 * Security events have no names and no typed text: an account is a keyed hash, an address is its network.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign_ins
      add column proved_date timestamptz,
      add column unlocked_date timestamptz,
      add column opened_by_user_id bigint references users (id) on delete set null,
      add column last_active_date timestamptz not null default clock_timestamp(),
      add column service_credential_id bigint,
      add column scopes text[]`.execute(db);
  await sql`update sign_ins set last_active_date = last_used_date`.execute(db);
  await sql`
    create table security_events (
      id bigint generated always as identity primary key,
      date timestamptz not null default clock_timestamp(),
      kind text not null,
      account_hash bytea,
      network text,
      means text,
      route text,
      status smallint,
      request_id text,
      count integer not null default 1 check (count > 0),
      detail jsonb not null default '{}')`.execute(db);
  await sql`create index security_events_by_date on security_events (date desc)`.execute(db);
  await sql`create index security_events_by_kind on security_events (kind, date desc)`.execute(db);
  await sql`
    create index security_events_by_account on security_events (account_hash, date desc)
    where account_hash is not null`.execute(db);
}
