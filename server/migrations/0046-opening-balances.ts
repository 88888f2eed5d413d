import { type Kysely, type RawBuilder, sql } from 'kysely';

type Db = Kysely<unknown>;

/**
 * The ledger now says what is paid, due, held, kept and on its way. Until now an invoice credited the organisation when
 * it was issued, and a loan was not in the ledger before its transfer. `opening` transactions correct what older
 * releases wrote. They move no money: the balances of gateway, bank and elsewhere stay the same.
 */
export async function up(db: Db): Promise<void> {
  await extendLedger(db);
  await sql`
    create temp table opening (step text, agreement_id bigint, batch_id bigint, invoice_id bigint, account text,
      amount numeric) on commit drop`.execute(db);
  await sql`
    create temp table cash_before on commit drop as
    select account, sum(amount) as total from ledger_entries where account in ('gateway', 'bank', 'elsewhere')
    group by account`.execute(db);
  await reverseReleases(db);
  await voidInvoicesThatAskForNothing(db);
  await replaceInvoices(db, ended);
  await replaceInvoices(db, lowered);
  for (const step of otherSteps) await book(db, step);
  // Checks that each transaction balances. A pending check would make a later alter table fail.
  await sql`set constraints all immediate`.execute(db);
  await sql`set constraints all deferred`.execute(db);
  await verifyCash(db);
  await sql`drop table opening, cash_before`.execute(db);
}

async function extendLedger(db: Db): Promise<void> {
  await sql`
    alter table ledger_transactions
      add column key text unique,
      add column batch_id bigint references batches (id),
      drop constraint ledger_transactions_event_check,
      add constraint ledger_transactions_event_check check (event in ('invoice', 'payment', 'void', 'refund-requested',
        'refund-refused', 'refunded', 'void-invoice', 'change', 'end', 'reopen', 'lend', 'unlend', 'order', 'unorder',
        'transfer', 'return', 'payout', 'reversal', 'opening', 'release'))`.execute(db);
  await sql`
    alter table ledger_entries
      drop constraint ledger_entries_account_check,
      add constraint ledger_entries_account_check check (account in ('gateway', 'bank', 'elsewhere', 'payer', 'billed',
        'received', 'held', 'refunds', 'organisation', 'transit', 'fees', 'tax', 'discounts', 'agreed', 'loans',
        'interest', 'shortfall'))`.execute(db);
  await sql`
    create index ledger_entries_by_invoice on ledger_entries (invoice_id) include (account, amount)
    where invoice_id is not null`.execute(db);
  const byBatch = sql`ledger_transactions (batch_id, agreement_id) where batch_id is not null`;
  await sql`create index ledger_by_batch on ${byBatch}`.execute(db);
}

/** Balances of each campaign, with what this migration has written so far. */
const balances = sql`
  select t.agreement_id, coalesce(sum(e.amount) filter (where e.account = 'organisation'), 0) as organisation,
    coalesce(sum(e.amount) filter (where e.account = 'loans'), 0) as loans,
    bool_or(t.event = 'transfer' and e.account = 'bank') as is_transferred
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where t.agreement_id is not null group by t.agreement_id`;

type Step = { step: string; words: string; rows: RawBuilder<unknown> };

/** Writes one transaction for each campaign (and batch) among the rows, and its log entry. */
async function book(db: Db, { step, words, rows }: Step): Promise<void> {
  const key = sql`concat_ws(':', 'opening', o.step, o.batch_id, o.agreement_id)`;
  await sql`
    insert into opening
    select ${step}::text, agreement_id, batch_id, invoice_id, account, sum(amount) from (${rows}) r
    group by agreement_id, batch_id, invoice_id, account having sum(amount) <> 0`.execute(db);
  await sql`
    insert into ledger_transactions (agreement_id, event, batch_id, key, date, description)
    select distinct o.agreement_id, 'opening', o.batch_id, ${key}, now(), ${words}::text
    from opening o where o.step = ${step}`.execute(db);
  await sql`
    insert into ledger_entries (transaction_id, account, amount, invoice_id)
    select t.id, o.account, o.amount, o.invoice_id from opening o join ledger_transactions t on t.key = ${key}
    where o.step = ${step} order by t.id, o.invoice_id, o.account`.execute(db);
  const moved = sql`jsonb_agg(jsonb_build_object('account', o.account, 'amount', o.amount) order by o.account)`;
  const each = sql`select o.agreement_id, ${words}::text as words, ${moved} as data from opening o`;
  await log(db, 'campaign_update', sql`${each} where o.step = ${step} group by o.agreement_id, o.batch_id`);
}

type Activity = 'campaign_update' | 'invoice_create' | 'invoice_void';
/** Writes an audit log entry for each row of `agreement_id`, `words` and `data`. */
async function log(db: Db, activity: Activity, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into log_entries (date, user_name, activity_code, description, log_data, target_agreement_id,
      target_tenant_id)
    select now(), 'Upgrade', ${activity}::text, r.words, r.data, r.agreement_id, a.tenant_id
    from (${rows}) r join agreements a on a.id = r.agreement_id order by r.agreement_id`.execute(db);
}

/** Releases had no invoice. The steps below write what they held again, by invoice. */
async function reverseReleases(db: Db): Promise<void> {
  await sql`
    insert into ledger_transactions (agreement_id, event, reverses_id, key, date, description)
    select t.agreement_id, 'reversal', t.id, 'opening:release:' || t.agreement_id, now(),
      'Upgrade: what is held is computed again'
    from ledger_transactions t
    where t.event = 'release'
      and not exists (select from ledger_transactions r where r.reverses_id = t.id)`.execute(db);
  await sql`
    insert into ledger_entries (transaction_id, account, amount, invoice_id)
    select r.id, e.account, -e.amount, e.invoice_id
    from ledger_transactions r join ledger_entries e on e.transaction_id = r.reverses_id
    where r.key like 'opening:release:%' order by e.id`.execute(db);
}

/** Voids the invoices in the temporary table `voided`, and logs it. Their entries are written before. */
async function voidAll(db: Db, reason: string): Promise<void> {
  const data = sql`jsonb_build_object('invoice', i.id, 'reason', ${reason}::text,
    'status', jsonb_build_object('before', i.status, 'after', 'voided'))`;
  const each = sql`select i.agreement_id, 'Invoice voided' as words, ${data} as data`;
  await log(db, 'invoice_void', sql`${each} from voided v join invoices i on i.id = v.id`);
  await sql`
    update invoices i set status = 'voided', paid_amount = 0, void_date = now()::date, void_reason = ${reason},
      last_update_date = now()
    from voided v where v.id = i.id`.execute(db);
  await sql`drop table voided`.execute(db);
}

/**
 * Status 0 is cancelled, 1 is declined: nothing is due any more. Nothing is due upfront for Pay Later either. What was
 * paid on such an invoice is held for the payer, and the invoice is voided.
 */
async function voidInvoicesThatAskForNothing(db: Db): Promise<void> {
  await sql`
    create temp table voided on commit drop as
    select i.id, i.agreement_id from invoices i join agreements a on a.id = i.agreement_id
    where i.status in ('issued', 'paid') and (
      (a.status in (0, 1) and i.paid_amount < i.amount)
      or (a.finance_option_code = 'pl' and not exists (select from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        where t.agreement_id = a.id and t.event = 'transfer' and e.account = 'organisation')))`.execute(db);
  await book(db, {
    step: 'void-invoices',
    words: 'Upgrade: nothing is due, so what was paid is held for the payer',
    rows: sql`
      select v.agreement_id, null::bigint as batch_id, v.id as invoice_id, e.account, -e.amount as amount
      from voided v join ledger_entries e on e.invoice_id = v.id
      union all
      select v.agreement_id, null, null, 'held', e.amount from voided v join ledger_entries e on e.invoice_id = v.id`,
  });
  await voidAll(db, 'Released by an upgrade');
}

type Replacement = Omit<Step, 'rows'> & { of: RawBuilder<unknown> };
/** Fees that were paid in full stay earned. */
const ended: Replacement = {
  step: 'ended',
  words: 'Upgrade: the campaign has ended, so what was kept for the organisation is held for the payer',
  of: sql`a.status in (0, 1)`,
};
/** The budget was lowered after it was paid. */
const lowered: Replacement = {
  step: 'lowered',
  words: 'Upgrade: what was paid above the transferred budget is held for the payer',
  of: sql`a.finance_option_code = 'pn' and a.campaign_agency_settlement_date is not null and b.is_transferred`,
};

/** Makes one invoice for each campaign in the temporary table `voided`, with a smaller budget or none. */
async function makeReplacements(db: Db): Promise<void> {
  // The discount is never above the budget.
  await sql`
    create temp table replaced on commit drop as
    select p.*, p.paid_sale - p.sale as less, greatest(0, p.paid_discount - p.sale) as less_discount,
      nextval(pg_get_serial_sequence('invoices', 'id')) as id
    from (
      select s.*, greatest(0, s.paid_sale - s.kept) as sale
      from (
        select v.agreement_id, max(v.id) as like_id, max(v.kept) as kept, sum(l.amount) as paid,
          coalesce(sum(l.amount) filter (where l.type = 'sale'), 0) as paid_sale,
          coalesce(-sum(l.amount) filter (where l.type = 'disc'), 0) as paid_discount
        from voided v join invoice_lines l on l.invoice_id = v.id group by v.agreement_id) s) p`.execute(db);
  await sql`
    insert into invoices (id, agreement_id, type, status, issue_date, due_date, amount, paid_amount, surcharge,
      payment_id, created_date, last_update_date)
    select r.id, r.agreement_id, i.type, 'paid', i.issue_date, i.due_date, x.amount, x.amount,
      (select sum(o.surcharge) from voided v join invoices o on o.id = v.id where v.agreement_id = r.agreement_id),
      i.payment_id, now(), now()
    from replaced r join invoices i on i.id = r.like_id
    cross join lateral (select r.paid - r.less + r.less_discount as amount) x where x.amount > 0`.execute(db);
  await sql`
    insert into invoice_lines (invoice_id, display_order, type, amount, description)
    select l.id, row_number() over (partition by l.id order by strpos('sale disc fee tax', l.type), l.description),
      l.type, l.amount, l.description
    from (
      select r.id, o.type, min(o.description) as description,
        sum(o.amount) - case o.type when 'sale' then r.less when 'disc' then -r.less_discount else 0 end as amount
      from replaced r join voided v on v.agreement_id = r.agreement_id join invoice_lines o on o.invoice_id = v.id
      group by r.id, r.less, r.less_discount, o.type, case o.type when 'fee' then o.description end) l
    where l.amount <> 0 and exists (select from invoices i where i.id = l.id)`.execute(db);
  const each = sql`select i.agreement_id, 'Invoice created' as words, jsonb_build_object('invoice', i.id) as data`;
  await log(db, 'invoice_create', sql`${each} from replaced r join invoices i on i.id = r.id`);
}

/**
 * Replaces the paid invoices of campaigns by one whose budget is only what the organisation received. What was paid
 * above it is held for the payer.
 */
async function replaceInvoices(db: Db, { of, ...step }: Replacement): Promise<void> {
  await sql`
    create temp table voided on commit drop as
    select i.id, i.agreement_id, -b.organisation as kept from invoices i join agreements a on a.id = i.agreement_id
    join (${balances}) b on b.agreement_id = a.id
    where i.status = 'paid' and b.organisation < 0 and ${of}`.execute(db);
  await makeReplacements(db);
  await book(db, {
    ...step,
    rows: sql`
      select v.agreement_id, null::bigint as batch_id, v.id as invoice_id, e.account, -e.amount as amount
      from voided v join ledger_entries e on e.invoice_id = v.id
      union all
      select r.agreement_id, null, r.id, x.account, -l.amount
      from replaced r join invoice_lines l on l.invoice_id = r.id
      join (values ('sale', 'organisation'), ('disc', 'discounts'), ('fee', 'fees'), ('tax', 'tax')) x (type, account)
        on x.type = l.type
      union all
      select r.agreement_id, null, null, 'held', r.less_discount - r.less from replaced r`,
  });
  await voidAll(db, 'Replaced by an upgrade');
  await sql`drop table replaced`.execute(db);
}

/** An organisation got more than was kept for it: the difference has to be recovered. */
const shortfall: Omit<Step, 'step'> = {
  words: 'Upgrade: more was paid out to the organisation than was kept for it',
  rows: sql`
    select b.agreement_id, null::bigint as batch_id, null::bigint as invoice_id, x.account, x.amount
    from (${balances}) b cross join lateral (values ('organisation', -b.organisation),
      ('shortfall', b.organisation)) x (account, amount)
    where b.organisation > 0`,
};

const otherSteps: Step[] = [
  {
    step: 'part-paid',
    words: 'Upgrade: an invoice that is not paid in full keeps nothing for the organisation',
    rows: sql`
      with unpaid as (
        select i.id, i.agreement_id, sum(e.amount) filter (where e.account = 'payer') as due, sum(e.amount) as paid
        from invoices i join ledger_entries e on e.invoice_id = i.id
        where i.status in ('issued', 'paid') group by i.id
        having sum(e.amount) filter (where e.account = 'payer') <> 0)
      select u.agreement_id, null::bigint as batch_id, u.id as invoice_id, e.account, -e.amount as amount
      from unpaid u join ledger_entries e on e.invoice_id = u.id and e.account <> 'payer'
      union all select u.agreement_id, null, u.id, 'billed', -u.due from unpaid u
      union all select u.agreement_id, null, u.id, 'received', u.paid from unpaid u`,
  },
  { step: 'shortfall', ...shortfall },
  {
    // Statuses 7 signed, 8 executed, 9 withdrawn, 10 waiting-settlement: the loan is agreed. If it was transferred
    // without its additional amount, the rest is kept. Status 11, complete, does not say whether the organisation got
    // its money: such campaigns stay as they are.
    step: 'lend',
    words: 'Upgrade: the loan is kept for the organisation until it is transferred',
    rows: sql`
      with loans as (
        select a.id, coalesce(b.loans, 0) as loans,
          case when (a.status in (7, 8, 10) or (a.status = 9 and a.campaign_finance_signature_date is not null))
              and (a.campaign_agency_settlement_date is null or coalesce(b.loans, 0) > 0)
            then coalesce(a.campaign_budget, 0)
              + case when a.finance_option_code = 'pl' then coalesce(a.campaign_additional_amount, 0) else 0 end
            else 0 end as agreed,
          coalesce((select sum(i.amount) from batch_items i join batches p on p.id = i.batch_id
            where i.agreement_id = a.id and not i.is_discarded
              and p.status in ('approved', 'processing')), 0) as ordered
        from agreements a left join (${balances}) b on b.agreement_id = a.id
        where a.finance_option_code in ('pl', 'pos'))
      select l.id as agreement_id, null::bigint as batch_id, null::bigint as invoice_id, x.account, x.amount
      from loans l cross join lateral (select greatest(l.agreed, l.loans + l.ordered) - l.loans as more) m
      cross join lateral (values ('agreed', m.more), ('organisation', -m.more)) x (account, amount)
      where m.more > 0`,
  },
  {
    step: 'order',
    words: 'Upgrade: the money of an approved batch is on its way',
    rows: sql`
      select i.agreement_id, i.batch_id, null::bigint as invoice_id, x.account, x.amount
      from batch_items i join batches b on b.id = i.batch_id
      cross join lateral (values ('organisation', i.amount), ('transit', -i.amount)) x (account, amount)
      where b.status in ('approved', 'processing') and not i.is_discarded`,
  },
  { step: 'order-shortfall', ...shortfall },
];

async function verifyCash(db: Db): Promise<void> {
  await sql`
    do $$
    declare wrong text;
    begin
      select string_agg(account, ', ') into wrong
      from (select account, sum(amount) as total from ledger_entries
        where account in ('gateway', 'bank', 'elsewhere') group by account) n
      full join cash_before c using (account) where n.total is distinct from c.total;
      if wrong is not null then
        raise exception 'The upgrade changed the balance of %, which it must not do.', wrong;
      end if;
    end $$`.execute(db);
}
