import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/**
 * Requests of payers for other terms of a loan, and the signatures of the letters that grant them. The due day of a
 * loan is that of its last letter which every payer has signed. Can run twice.
 */
export async function up(db: Db): Promise<void> {
  await sql`
    create table if not exists loan_requests (
      id bigint generated always as identity primary key,
      agreement_id bigint not null references agreements (id),
      signatory_id bigint references signatories (id) on delete set null,
      kind text not null check (kind in ('hardship', 'extension')),
      reason text not null,
      can_pay text not null,
      wished_date date not null,
      asked_date timestamptz not null,
      asked_by_user_id bigint references users (id),
      answer_by date not null,
      outcome text check (outcome in ('granted', 'declined')),
      answer text,
      answered_date timestamptz,
      answered_by_user_id bigint references users (id),
      earlier_due_date date,
      new_due_date date,
      facts jsonb,
      document_key text,
      signed_date timestamptz,
      -- Granted, and the loan was closed before every payer had signed.
      ended_date timestamptz,
      constraint loan_requests_answered check ((outcome is null) = (answered_date is null)),
      constraint loan_requests_granted check (
        (coalesce(outcome, '') = 'granted') = (new_due_date is not null)
        and (new_due_date is null) = (document_key is null) and (new_due_date is null) = (earlier_due_date is null)
        and new_due_date > earlier_due_date is not false),
      constraint loan_requests_signed check (signed_date is null or (outcome = 'granted' and ended_date is null)),
      constraint loan_requests_ended check (ended_date is null or outcome is distinct from 'declined')
    )`.execute(db);
  // One request of a loan at a time: until it is declined, signed by all, or ended.
  await sql`
    create unique index if not exists loan_requests_open on loan_requests (agreement_id)
    where signed_date is null and ended_date is null and outcome is distinct from 'declined'`.execute(db);
  await sql`create index if not exists loan_requests_of_campaign on loan_requests (agreement_id, id)`.execute(db);
  await sql`
    create index if not exists loan_requests_waiting on loan_requests (answer_by)
    where outcome is null and ended_date is null`.execute(db);
  await sql`create index if not exists loan_requests_of_payer on loan_requests (signatory_id)`.execute(db);
  await sql`
    create table if not exists loan_request_signatures (
      request_id bigint not null references loan_requests (id),
      signatory_id bigint not null references signatories (id) on delete cascade,
      signature_date timestamptz not null,
      authorisation_type text not null check (authorisation_type in ('sms', 'email')),
      document_key text not null,
      signing_user_id bigint references users (id),
      ip_address text,
      primary key (request_id, signatory_id)
    )`.execute(db);
  await sql`
    create index if not exists loan_request_signatures_of_payer
    on loan_request_signatures (signatory_id)`.execute(db);
  await guard(db);
}

/** What was answered, granted and signed stays. Only an erasure of personal data blanks its words. */
async function guard(db: Db): Promise<void> {
  await sql`
    create or replace function guard_loan_request() returns trigger language plpgsql as $$
    begin
      if (new.agreement_id, new.kind, new.wished_date, new.asked_date, new.answer_by)
          is distinct from (old.agreement_id, old.kind, old.wished_date, old.asked_date, old.answer_by)
        or (old.outcome is not null
          and (new.outcome, new.answered_date, new.earlier_due_date, new.new_due_date, new.document_key)
          is distinct from (old.outcome, old.answered_date, old.earlier_due_date, old.new_due_date, old.document_key))
        or (old.signed_date is not null and new.signed_date is distinct from old.signed_date)
        or (old.ended_date is not null and (new.ended_date, new.outcome) is distinct from (old.ended_date, old.outcome))
      then
        raise exception 'An answered request does not change.'
          using errcode = 'check_violation', constraint = 'loan_requests_stay', table = 'loan_requests';
      end if;
      if old.signed_date is null and new.signed_date is not null and exists (
        select from signatories p where p.agreement_id = new.agreement_id and not exists (
          select from loan_request_signatures s
          where s.request_id = new.id and s.signatory_id = p.id and s.document_key = new.document_key))
      then
        raise exception 'A variation is in force when every payer has signed it.'
          using errcode = 'check_violation', constraint = 'loan_requests_signed_by_all', table = 'loan_requests';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create or replace trigger loan_requests_guard before update on loan_requests
    for each row execute function guard_loan_request()`.execute(db);
}
