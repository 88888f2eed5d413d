import { type Kysely, sql } from 'kysely';

/**
 * The ledger lends only what was signed: after an event 'lend', a campaign has lent at most the amount that its
 * signature fixed. Loans in the books of before are not checked again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function why_loan_is_wrong(made ledger_transactions) returns text language sql stable as $$
      select 'lends more than was signed' from agreements a join campaign_books b on b.agreement_id = a.id
      where made.event = 'lend' and a.id = made.agreement_id
        and b.agreed + b.loans > coalesce(a.campaign_borrowed_amount, 0)
    $$`.execute(db);
  // As before, with the check of loans.
  await sql`
    create or replace function require_true_event() returns trigger language plpgsql as $$
    declare
      made ledger_transactions;
      wrong text;
    begin
      -- Only the last entry that this database transaction wrote needs the check. Its own trigger makes it.
      if exists (select from ledger_entries where transaction_id = new.transaction_id and id > new.id
        and xmin = pg_current_xact_id()::xid)
      then
        return null;
      end if;
      if (select sum(amount) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
        raise exception 'ledger transaction % does not balance', new.transaction_id
          using errcode = 'check_violation', constraint = 'events_agree', table = 'ledger_entries';
      end if;
      select * into made from ledger_transactions where id = new.transaction_id;
      wrong := coalesce(why_event_is_wrong(made), why_loan_is_wrong(made));
      if wrong is not null then
        raise exception 'Ledger transaction % (%) %.', made.id, made.event, wrong
          using errcode = 'check_violation', constraint = 'events_agree', table = 'ledger_entries';
      end if;
      perform check_invoice(n.invoice_id) from (select distinct invoice_id from ledger_entries
        where transaction_id = made.id and invoice_id is not null) n;
      return null;
    end $$`.execute(db);
}
