import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

const either = (names: readonly string[]) => names.flatMap((name) => [`${name}+`, `${name}-`]);
const planned = either(['payer', 'billed', 'received', 'held', 'organisation', 'discounts', 'fees', 'tax']);
const taken = ['held+', 'charges-', 'accrued-', 'loans-', 'agreed-', 'writeoffs-'];
const givenBack = ['held-', 'charges+', 'accrued+', 'loans+', 'agreed+', 'writeoffs+'];

/** The accounts that each event may debit (+) and credit (-). */
const accountsOf: Record<string, readonly string[]> = {
  invoice: planned,
  payment: [...planned, 'gateway+', 'bank+', 'elsewhere+'],
  void: [...planned, 'bank-', 'elsewhere-'],
  'refund-requested': [...planned, 'refunds-'],
  'refund-refused': [...planned, 'refunds+'],
  refunded: ['refunds+', 'gateway-'],
  'refund-failed': [...planned, 'gateway+'],
  'part-refund': [...planned, 'bank-', 'elsewhere-'],
  'void-invoice': ['payer-', 'billed+'],
  change: planned,
  end: planned,
  reopen: planned,
  lend: ['agreed+', 'organisation-'],
  unlend: ['organisation+', 'agreed-'],
  order: ['organisation+', 'transit-'],
  unorder: ['transit+', 'organisation+', 'organisation-', 'shortfall-'],
  transfer: ['transit+', 'organisation+', 'bank-', 'loans+', 'agreed-'],
  bounce: ['bank+', 'organisation-', 'agreed+', 'loans-'],
  charge: either(['charges', 'lending', 'tax']),
  interest: ['accrued+', 'interest-'],
  'interest-change': either(['accrued', 'interest']),
  repayment: ['gateway+', 'bank+', 'elsewhere+', 'held-', ...taken],
  'repayment-void': ['bank-', 'elsewhere-', 'held+', ...givenBack],
  'repayment-change': [...taken, ...givenBack],
  'write-off': either(['writeoffs', 'charges', 'accrued', 'loans', 'agreed']),
  carry: either(['loans', 'carried']),
  return: ['held+', 'bank-'],
  payout: [...either(['bank', 'gateway']), 'costs+'],
  reversal: [...either(['bank', 'gateway']), 'costs-'],
};
const eventRows = sql.raw(
  Object.entries(accountsOf)
    .map(([event, names]) => `when '${event}' then '{${names.join(',')}}'::text[]`)
    .join('\n        '),
);
const events = sql.raw([...Object.keys(accountsOf), 'opening', 'release'].map((name) => `'${name}'`).join(', '));

/** Payments and events of the ledger agree with the parts of payments that go back. Can run twice. */
export async function up(db: Db): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await checkPayments(db);
  await checkEvents(db);
}

/** As before, less what went back in part. A payment of which a part went back is not voided. */
async function checkPayments(db: Db): Promise<void> {
  await sql`
    create or replace function require_payment_in_ledger() returns trigger language plpgsql as $$
    declare
      paid payments%rowtype;
      cash numeric;
      refunds numeric;
      made numeric;
      requested numeric;
      gone numeric;
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
      select coalesce(sum(amount - fee) filter (where status = 'made'), 0),
        coalesce(sum(amount - fee) filter (where status = 'requested'), 0),
        coalesce(sum(amount) filter (where status in ('made', 'requested')), 0)
      into made, requested, gone from part_refunds where payment_id = paid.id;
      if gone > paid.amount + paid.surcharge or (gone > 0 and (paid.status <> 'approved' or paid.kind = 'repayment'))
        or (requested > 0 and (paid.method <> 'card' or paid.void_requested_date is not null))
      then
        raise exception 'Payment % is %, and % of % went back.', paid.id, paid.status, gone, paid.amount + paid.surcharge
          using errcode = 'check_violation', constraint = 'payments_agree', table = 'payments';
      end if;
      if cash <> (case when paid.status = 'approved' then paid.amount + paid.surcharge - made else 0 end) then
        raise exception 'Payment % is %, but the ledger has % of it.', paid.id, paid.status, cash
          using errcode = 'check_violation', constraint = 'payments_agree', table = 'payments';
      end if;
      if refunds <> -requested - (case when paid.status = 'approved' and paid.method = 'card'
        and paid.void_requested_date is not null then paid.amount + paid.surcharge else 0 end)
      then
        raise exception 'The ledger has set aside % for the refund of payment %.', -refunds, paid.id
          using errcode = 'check_violation', constraint = 'payments_agree', table = 'payments';
      end if;
      return null;
    end $$`.execute(db);
  await sql`drop trigger if exists payments_agree on part_refunds`.execute(db);
  await sql`
    create constraint trigger payments_agree after insert or update on part_refunds
    deferrable initially deferred for each row execute function require_payment_in_ledger()`.execute(db);
}

async function checkEvents(db: Db): Promise<void> {
  await sql`
    alter table ledger_transactions
      drop constraint if exists ledger_transactions_event_check,
      add constraint ledger_transactions_event_check check (event in (${events})) not valid`.execute(db);
  await sql`
    create or replace function ledger_accounts_of(event text) returns text[] language sql immutable as $$
      select case event
        ${eventRows}
        else '{}'::text[] end
    $$`.execute(db);
  // As before. The fee that a refund keeps belongs to no invoice.
  await sql`
    create or replace function why_event_is_wrong(made ledger_transactions) returns text language plpgsql as $$
    declare
      allowed text[] := ledger_accounts_of(made.event);
      wrong text;
    begin
      if made.event in ('payment', 'void', 'refund-requested', 'refund-refused', 'refunded', 'refund-failed',
          'part-refund', 'repayment', 'repayment-void', 'repayment-change')
        and not exists (select from payments where id = made.payment_id and agreement_id = made.agreement_id
          and (kind = 'repayment') = (made.event like 'repayment%'))
      then
        return 'has no payment of its campaign';
      end if;
      if made.event in ('order', 'unorder', 'bounce') and made.batch_id is null then return 'has no batch'; end if;
      if made.event in ('charge', 'carry', 'repayment', 'repayment-void', 'repayment-change', 'write-off')
        and (made.agreement_id is null or made.day is null
          or (made.event in ('charge', 'write-off') and made.line is null))
      then
        return 'names no loan, line or day';
      end if;
      select case
        when e.account || case when e.amount > 0 then '+' else '-' end <> all(allowed) then 'may not post to ' || e.account
        when e.account = 'transit' and made.batch_id is null then 'has no batch'
        when made.event = 'transfer' and e.account = 'organisation' and made.batch_id is not null
          then 'pays what was not on its way'
        when e.invoice_id is null and made.event <> 'charge'
          and (e.account in ('payer', 'billed', 'received', 'discounts')
          or (e.account in ('fees', 'tax')
            and made.event not in ('refund-requested', 'refund-refused', 'refund-failed', 'part-refund'))
          or (e.account = 'organisation' and 'received+' = any(allowed))) then 'names no invoice for ' || e.account
        when e.invoice_id is not null and i.agreement_id is distinct from made.agreement_id
          then 'names an invoice of another campaign'
        end into wrong
      from ledger_entries e left join invoices i on i.id = e.invoice_id
      where e.transaction_id = made.id order by 1 nulls last limit 1;
      if wrong is null and made.event in ('transfer', 'bounce') and
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
}
