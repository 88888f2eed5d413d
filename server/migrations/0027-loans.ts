import { type Kysely, sql } from 'kysely';

/**
 * Reminders of a loan, each sent once for its occasion; loan invoices and payout letters, stored as they were issued;
 * and the reason for a decline or a request for information, which the payer reads.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table agreements add column status_reason text`.execute(db);
  await sql`
    create table loan_reminders (
      agreement_id bigint not null references agreements (id) on delete cascade,
      occasion text not null,
      name text not null,
      day date not null,
      sent_date timestamptz not null,
      recipients jsonb not null,
      primary key (agreement_id, occasion)
    )`.execute(db);
  await sql`
    create table loan_invoices (
      id bigint generated always as identity (start with 1001) primary key,
      agreement_id bigint not null references agreements (id) on delete cascade,
      type text not null,
      issue_date date not null,
      due_date date,
      balance jsonb not null,
      total numeric(14, 2) not null,
      created_date timestamptz not null,
      created_by_user_id bigint references users (id),
      sent_date timestamptz,
      sent_to jsonb not null default '[]'
    )`.execute(db);
  await sql`create index loan_invoices_by_agreement on loan_invoices (agreement_id, id)`.execute(db);
  await sql`
    create table payout_letters (
      id bigint generated always as identity primary key,
      agreement_id bigint not null references agreements (id) on delete cascade,
      code text not null unique,
      payout_date date not null,
      valid_until date not null,
      total numeric(14, 2) not null,
      facts jsonb not null,
      created_date timestamptz not null,
      created_by_user_id bigint references users (id)
    )`.execute(db);
  await sql`create index payout_letters_by_agreement on payout_letters (agreement_id, id)`.execute(db);
  // Status 8 is executed, 10 waiting-settlement. Partial indexes: the loans that get reminders, by the dates that
  // reminders count from.
  await sql`
    create index agreements_loans_by_start on agreements (campaign_finance_loan_start_date)
    where status in (8, 10)`.execute(db);
  await sql`
    create index agreements_loans_by_interest_start
    on agreements ((campaign_finance_loan_start_date + interest_free_days))
    where status in (8, 10) and interest_free_days > 0`.execute(db);
  await sql`
    create index agreements_loans_by_settlement on agreements (property_settlement_date)
    where status in (8, 10)`.execute(db);
}
