import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

const either = (names: readonly string[]) => names.flatMap((name) => [`${name}+`, `${name}-`]);
/** What a plan does to invoices, and to the payer's money on them. */
const planned = either(['payer', 'billed', 'received', 'held', 'organisation', 'discounts', 'fees', 'tax']);

/**
 * The accounts that each event may debit (+) and credit (-). An event that is not here writes no entries: 'opening' and
 * 'release' are of earlier upgrades only.
 */
const accountsOf: Record<string, readonly string[]> = {
  invoice: planned,
  payment: [...planned, 'gateway+', 'bank+', 'elsewhere+'],
  void: [...planned, 'bank-', 'elsewhere-'],
  'refund-requested': [...planned, 'refunds-'],
  'refund-refused': [...planned, 'refunds+'],
  refunded: ['refunds+', 'gateway-'],
  'refund-failed': [...planned, 'gateway+'],
  'void-invoice': ['payer-', 'billed+'],
  change: planned,
  end: planned,
  reopen: planned,
  lend: ['agreed+', 'organisation-'],
  unlend: ['organisation+', 'agreed-'],
  order: ['organisation+', 'transit-'],
  unorder: ['transit+', 'organisation+', 'organisation-', 'shortfall-'],
  transfer: ['transit+', 'organisation+', 'bank-', 'loans+', 'agreed-'],
  return: ['held+', 'bank-'],
  payout: ['bank+', 'gateway-'],
  reversal: ['bank-', 'gateway+'],
};
const eventRows = sql.raw(
  Object.entries(accountsOf)
    .map(([event, accounts]) => `when '${event}' then '{${accounts.join(',')}}'::text[]`)
    .join('\n        '),
);

/**
 * A ledger transaction says what its event may say, whatever the code does: only the accounts of its event, for its own
 * campaign, with the payment or the batch that it is about. What is kept for an organisation comes only from the lines
 * of an invoice that is paid in full, or from a loan. So money that is held, under refund or not there never leaves in
 * a batch, and nothing leaves the bank account without taking what was kept.
 */
export async function up(db: Db): Promise<void> {
  await allowFailedRefunds(db);
  await invoicesAgree(db);
  await eventsAgree(db);
}

/** A refund that the card gateway confirmed, and that did not reach the card in the end. */
async function allowFailedRefunds(db: Db): Promise<void> {
  await sql`
    alter table ledger_transactions
      drop constraint ledger_transactions_event_check,
      add constraint ledger_transactions_event_check check (event in ('invoice', 'payment', 'void', 'refund-requested',
        'refund-refused', 'refunded', 'refund-failed', 'void-invoice', 'change', 'end', 'reopen', 'lend', 'unlend',
        'order', 'unorder', 'transfer', 'return', 'payout', 'reversal', 'opening', 'release')) not valid`.execute(db);
  await sql`alter table ledger_transactions validate constraint ledger_transactions_event_check`.execute(db);
}

/** As before, and: an invoice that is paid in full is divided as its lines say. Any other invoice is not divided. */
async function invoicesAgree(db: Db): Promise<void> {
  await sql`
    create function check_invoice(checked bigint) returns void language plpgsql as $$
    declare
      invoice invoices%rowtype;
      due numeric;
      received numeric;
      divided numeric[];
      lines numeric[];
    begin
      select * into invoice from invoices where id = checked;
      if not found then return; end if;
      select coalesce(sum(amount) filter (where account = 'payer'), 0),
        coalesce(-sum(amount) filter (where account = 'received'), 0),
        array[coalesce(-sum(amount) filter (where account = 'organisation'), 0),
          coalesce(-sum(amount) filter (where account = 'discounts'), 0),
          coalesce(-sum(amount) filter (where account = 'fees'), 0),
          coalesce(-sum(amount) filter (where account = 'tax'), 0)]
      into due, received, divided from ledger_entries where invoice_id = invoice.id;
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
      select array[coalesce(sum(amount) filter (where type = 'sale'), 0),
        coalesce(sum(amount) filter (where type = 'disc'), 0),
        coalesce(sum(amount) filter (where type = 'fee'), 0),
        coalesce(sum(amount) filter (where type = 'tax'), 0)]
      into lines from invoice_lines where invoice_id = invoice.id and invoice.status = 'paid';
      if divided <> lines then
        raise exception 'Invoice % is %, but the ledger has divided % of it, and its lines are %.', invoice.id,
          invoice.status, divided, lines
          using errcode = 'check_violation', constraint = 'invoices_agree', table = 'invoices';
      end if;
    end $$`.execute(db);
  await sql`
    create or replace function require_invoice_in_ledger() returns trigger language plpgsql as $$
    begin
      perform check_invoice(new.id);
      return null;
    end $$`.execute(db);
  // The check of a ledger transaction below includes its invoices.
  await sql`drop trigger invoices_agree on ledger_entries`.execute(db);
}

/** One check for each ledger transaction, at the commit. Replaces the check of its balance. */
async function eventsAgree(db: Db): Promise<void> {
  await sql`
    create function ledger_accounts_of(event text) returns text[] language sql immutable as $$
      select case event
        ${eventRows}
        else '{}'::text[] end
    $$`.execute(db);
  await sql`
    create function why_event_is_wrong(made ledger_transactions) returns text language plpgsql as $$
    declare
      allowed text[] := ledger_accounts_of(made.event);
      wrong text;
    begin
      if made.event in ('payment', 'void', 'refund-requested', 'refund-refused', 'refunded', 'refund-failed')
        and not exists (select from payments where id = made.payment_id and agreement_id = made.agreement_id)
      then
        return 'has no payment of its campaign';
      end if;
      if made.event in ('order', 'unorder') and made.batch_id is null then return 'has no batch'; end if;
      select case
        when e.account || case when e.amount > 0 then '+' else '-' end <> all(allowed) then 'may not post to ' || e.account
        when e.account = 'transit' and made.batch_id is null then 'has no batch'
        when made.event = 'transfer' and e.account = 'organisation' and made.batch_id is not null
          then 'pays what was not on its way'
        when e.invoice_id is null and (e.account in ('payer', 'billed', 'received', 'discounts', 'fees', 'tax')
          or (e.account = 'organisation' and 'received+' = any(allowed))) then 'names no invoice for ' || e.account
        when e.invoice_id is not null and i.agreement_id is distinct from made.agreement_id
          then 'names an invoice of another campaign'
        end into wrong
      from ledger_entries e left join invoices i on i.id = e.invoice_id
      where e.transaction_id = made.id order by 1 nulls last limit 1;
      if wrong is null and made.event = 'transfer' and
        (select sum(amount) from ledger_entries where transaction_id = made.id and account in ('loans', 'agreed')) <> 0
      then
        return 'lends what was not agreed';
      end if;
      if made.event = 'reversal' and (made.reverses_id is null or exists (select from ledger_entries
        where transaction_id in (made.id, made.reverses_id) group by account having sum(amount) <> 0))
      then
        return 'is not the opposite of what it reverses';
      end if;
      return wrong;
    end $$`.execute(db);
  await sql`
    create function require_true_event() returns trigger language plpgsql as $$
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
      wrong := why_event_is_wrong(made);
      if wrong is not null then
        raise exception 'Ledger transaction % (%) %.', made.id, made.event, wrong
          using errcode = 'check_violation', constraint = 'events_agree', table = 'ledger_entries';
      end if;
      perform check_invoice(n.invoice_id) from (select distinct invoice_id from ledger_entries
        where transaction_id = made.id and invoice_id is not null) n;
      return null;
    end $$`.execute(db);
  await sql`drop trigger ledger_balances on ledger_entries`.execute(db);
  await sql`drop function require_balance`.execute(db);
  await sql`
    create constraint trigger events_agree after insert on ledger_entries deferrable initially deferred
    for each row execute function require_true_event()`.execute(db);
}
