import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/**
 * A payment, an invoice and a batch say the same as the ledger. Each is checked when its transaction commits, so that
 * the row and its ledger transaction can be written in any order. Rows that nobody writes again are not checked.
 */
export async function up(db: Db): Promise<void> {
  await ledgerBalances(db);
  await paymentsAgree(db);
  await invoicesAgree(db);
  await batchesAgree(db);
}

/** The same check as before, with the name of its constraint, so that the answer can name it. */
async function ledgerBalances(db: Db): Promise<void> {
  await sql`
    create or replace function require_balance() returns trigger language plpgsql as $$
    begin
      if (select sum(amount) from ledger_entries where transaction_id = new.transaction_id) <> 0 then
        raise exception 'ledger transaction % does not balance', new.transaction_id
          using errcode = 'check_violation', constraint = 'ledger_balances', table = 'ledger_entries';
      end if;
      return null;
    end $$`.execute(db);
}

/**
 * The ledger has the money of an approved payment, and of no other. While its refund by card is requested, the money is
 * set aside. The row is read again, because it may have changed after the statement that fired the trigger.
 */
async function paymentsAgree(db: Db): Promise<void> {
  await sql`
    create function require_payment_in_ledger() returns trigger language plpgsql as $$
    declare
      paid payments%rowtype;
      cash numeric;
      refunds numeric;
    begin
      if tg_table_name = 'payments' then
        select * into paid from payments where id = new.id;
      else
        select * into paid from payments where id = new.payment_id;
      end if;
      if not found then return null; end if;
      select coalesce(sum(e.amount) filter (where e.account in ('gateway', 'bank', 'elsewhere')), 0),
        coalesce(sum(e.amount) filter (where e.account = 'refunds'), 0)
      into cash, refunds
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.payment_id = paid.id;
      if cash <> (case when paid.status = 'approved' then paid.amount + paid.surcharge else 0 end) then
        raise exception 'Payment % is %, but the ledger has % of it.', paid.id, paid.status, cash
          using errcode = 'check_violation', constraint = 'payments_agree', table = 'payments';
      end if;
      if refunds <> (case when paid.status = 'approved' and paid.method = 'card'
        and paid.void_requested_date is not null then -(paid.amount + paid.surcharge) else 0 end)
      then
        raise exception 'The ledger has set aside % for the refund of payment %.', -refunds, paid.id
          using errcode = 'check_violation', constraint = 'payments_agree', table = 'payments';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger payments_agree
    after insert or update of status, method, amount, surcharge, void_requested_date on payments
    deferrable initially deferred for each row execute function require_payment_in_ledger()`.execute(db);
  await sql`
    create constraint trigger payments_agree after insert on ledger_transactions
    deferrable initially deferred for each row when (new.payment_id is not null)
    execute function require_payment_in_ledger()`.execute(db);
}

/** What an invoice still asks for is the payer's balance. What is paid on it is received until it is paid in full. */
async function invoicesAgree(db: Db): Promise<void> {
  await sql`
    create function require_invoice_in_ledger() returns trigger language plpgsql as $$
    declare
      invoice invoices%rowtype;
      due numeric;
      received numeric;
    begin
      if tg_table_name = 'invoices' then
        select * into invoice from invoices where id = new.id;
      else
        select * into invoice from invoices where id = new.invoice_id;
      end if;
      if not found then return null; end if;
      select coalesce(sum(amount) filter (where account = 'payer'), 0),
        coalesce(-sum(amount) filter (where account = 'received'), 0)
      into due, received from ledger_entries where invoice_id = invoice.id;
      if due <> (case when invoice.status in ('issued', 'paid') then invoice.amount - invoice.paid_amount else 0 end)
        or received <> (case when invoice.status = 'issued' then invoice.paid_amount else 0 end)
        or (invoice.status = 'issued' and invoice.paid_amount = invoice.amount)
        or (invoice.status = 'paid' and invoice.paid_amount <> invoice.amount)
        or (invoice.status = 'voided' and invoice.paid_amount <> 0)
      then
        raise exception 'Invoice % is % with % of % paid, but the ledger has % due and % received.', invoice.id,
          invoice.status, invoice.paid_amount, invoice.amount, due, received
          using errcode = 'check_violation', constraint = 'invoices_agree', table = 'invoices';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger invoices_agree after insert or update of status, amount, paid_amount on invoices
    deferrable initially deferred for each row execute function require_invoice_in_ledger()`.execute(db);
  await sql`
    create constraint trigger invoices_agree after insert on ledger_entries
    deferrable initially deferred for each row
    when (new.invoice_id is not null and new.account in ('payer', 'received'))
    execute function require_invoice_in_ledger()`.execute(db);
}

/**
 * Each item of a batch is on its way with its amount while the batch is approved or at the bank, and has left our bank
 * account once the batch is transferred. So there is no bank file without orders, and no transfer without its posting.
 */
async function batchesAgree(db: Db): Promise<void> {
  await sql`
    create function require_batch_in_ledger() returns trigger language plpgsql as $$
    declare
      batch batches%rowtype;
      campaign bigint;
      wrong bigint;
    begin
      if tg_table_name = 'batches' then
        select * into batch from batches where id = new.id;
      else
        select * into batch from batches where id = new.batch_id;
        campaign := new.agreement_id;
      end if;
      if not found then return null; end if;
      -- A posting or an item concerns one campaign. A new status concerns all of them.
      select coalesce(i.agreement_id, l.agreement_id) into wrong
      from (select agreement_id, amount from batch_items
        where batch_id = batch.id and (campaign is null or agreement_id = campaign)) i
      full join (
        select t.agreement_id, coalesce(-sum(e.amount) filter (where e.account = 'transit'), 0) as transit,
          coalesce(-sum(e.amount) filter (where e.account = 'bank'), 0) as bank
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.batch_id = batch.id and (campaign is null or t.agreement_id = campaign) group by t.agreement_id) l
        on l.agreement_id = i.agreement_id
      where coalesce(l.transit, 0) <> case when batch.status in ('approved', 'processing')
          then coalesce(i.amount, 0) else 0 end
        or coalesce(l.bank, 0) <> case when batch.status = 'transferred' then coalesce(i.amount, 0) else 0 end
      limit 1;
      if wrong is not null then
        raise exception 'Batch % is %, but the ledger does not say so of campaign %.', batch.id, batch.status, wrong
          using errcode = 'check_violation', constraint = 'batches_agree', table = 'batches';
      end if;
      if tg_table_name = 'batches'
        and batch.total <> (select coalesce(sum(amount), 0) from batch_items where batch_id = batch.id)
      then
        raise exception 'The items of batch % do not add up to its total.', batch.id
          using errcode = 'check_violation', constraint = 'batches_agree', table = 'batches';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger batches_agree after insert or update of status, total on batches
    deferrable initially deferred for each row execute function require_batch_in_ledger()`.execute(db);
  await sql`
    create constraint trigger batches_agree after insert on ledger_transactions
    deferrable initially deferred for each row when (new.batch_id is not null)
    execute function require_batch_in_ledger()`.execute(db);
  await sql`
    create constraint trigger batches_agree after insert on batch_items
    deferrable initially deferred for each row execute function require_batch_in_ledger()`.execute(db);
}
