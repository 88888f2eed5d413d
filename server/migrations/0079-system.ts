import { type Kysely, sql } from 'kysely';

/** What admins see of the running system: its servers, its providers and the age of its keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table servers (
      name text primary key,
      version text not null,
      started_date timestamptz not null,
      last_seen_date timestamptz not null
    )`.execute(db);
  await sql`
    create table provider_calls (
      provider text primary key,
      last_success_date timestamptz,
      last_failure_date timestamptz,
      -- Without personal data.
      failure text
    )`.execute(db);
  await sql`
    create table known_keys (
      name text not null,
      -- An HMAC of a fixed text with the key: recognises it, and says nothing about it.
      mark text not null,
      first_seen_date timestamptz not null,
      primary key (name, mark)
    )`.execute(db);
}
