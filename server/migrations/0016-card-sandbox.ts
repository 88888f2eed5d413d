import { type Kysely, sql } from 'kysely';

/**
 * Tables of the sandbox's card gateway. They only happen to be in the same database: no foreign key connects them with
 * the product. Of a card they store the scheme, the funding, the country and the last four digits.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table sandbox_card_tokens (
      hash bytea primary key,
      behaviour text not null,
      scheme text not null,
      funding text not null,
      last4 text not null,
      country text,
      expiry_date timestamptz not null,
      used_date timestamptz
    )`.execute(db);
  await sql`create index sandbox_card_tokens_expiry on sandbox_card_tokens (expiry_date)`.execute(db);
  await sql`
    create table sandbox_card_charges (
      id text primary key,
      reference text not null unique,
      refund_of text references sandbox_card_charges,
      amount_cents bigint not null check (amount_cents > 0),
      currency text not null,
      description text,
      state text not null check (state in ('approved', 'declined')),
      reason text,
      known_from timestamptz not null,
      scheme text not null,
      funding text not null,
      last4 text not null,
      country text,
      created_date timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_card_refunds on sandbox_card_charges (refund_of)`.execute(db);
  await sql`
    create table sandbox_card_events (
      id text primary key,
      charge_id text not null references sandbox_card_charges,
      sends_left integer not null,
      attempts integer not null default 0,
      next_attempt_date timestamptz not null,
      created_date timestamptz not null
    )`.execute(db);
  await sql`
    create index sandbox_card_events_due on sandbox_card_events (next_attempt_date) where sends_left > 0`.execute(db);
}
