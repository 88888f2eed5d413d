import { type Kysely, sql } from 'kysely';

/**
 * How the last run of each job ended, and the rows that a job could not process. Admins discard messages that they do
 * not want to send any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table job_states (
      name text primary key,
      server text not null,
      started_date timestamptz not null,
      ended_date timestamptz not null,
      outcome text not null check (outcome in ('ok', 'partly', 'failed')),
      -- Without personal data, as in the server's log.
      error_code text,
      error text,
      failed_rows integer not null,
      last_success_date timestamptz,
      -- Runs in a row that did not end well.
      failures integer not null
    )`.execute(db);
  await sql`
    create table job_failures (
      id bigint generated always as identity primary key,
      job text not null,
      kind text not null,
      row_id text not null,
      error_code text,
      error text not null,
      tries integer not null,
      first_date timestamptz not null,
      last_date timestamptz not null,
      unique (job, kind, row_id)
    )`.execute(db);
  await sql`alter table messages add column discarded_date timestamptz`.execute(db);
  await sql`drop index messages_undelivered`.execute(db);
  await sql`
    create index messages_undelivered on messages (state, id)
    where state in ('failed', 'held') and discarded_date is null`.execute(db);
}
