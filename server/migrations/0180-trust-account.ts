import { type Kysely, type RawBuilder, sql } from 'kysely';

type Db = Kysely<unknown>;

const accounts = [
  ...['gateway', 'trust', 'bank', 'elsewhere', 'payer', 'billed', 'received', 'held', 'refunds', 'organisation'],
  ...['transit', 'fees', 'tax', 'discounts', 'agreed', 'loans', 'charges', 'accrued', 'lending', 'interest', 'costs'],
  ...['writeoffs', 'carried', 'shortfall'],
];
/** The accounts of payers' money: where it is, and for whom. In each posting they add up to zero. */
const payersSide = [
  ...['gateway', 'trust', 'elsewhere', 'received', 'held', 'refunds', 'organisation', 'transit', 'agreed'],
];
const repaying = "t.event in ('repayment', 'repayment-void', 'repayment-change', 'write-off')";

/** Totals that grow with certain entries. `e` is a ledger entry, `t` is its transaction. */
const turnovers = {
  settled: "e.invoice_id is not null and e.account in ('organisation', 'fees', 'tax', 'discounts')",
  transferred: "t.event in ('transfer', 'bounce') and e.account in ('bank', 'trust')",
  returned: "t.event = 'return' and e.account in ('bank', 'trust')",
  repaid: `${repaying} and e.account in ('loans', 'agreed')`,
  collected: `${repaying} and e.account in ('loans', 'agreed', 'charges', 'accrued')`,
};
const columns = [...accounts, ...Object.keys(turnovers)];
const each = (of: (name: string) => string): RawBuilder<unknown> => sql.raw(columns.map(of).join(', '));
const sums = sql.raw(
  [
    ...accounts.map((name) => `coalesce(sum(e.amount) filter (where e.account = '${name}'), 0) as ${name}`),
    ...Object.entries(turnovers).map(
      ([name, condition]) => `coalesce(-sum(e.amount) filter (where ${condition}), 0) as ${name}`,
    ),
  ].join(', '),
);

const either = (names: readonly string[]) => names.flatMap((name) => [`${name}+`, `${name}-`]);
/** What is earned, and what a loan costs, moves between the trust account and ours. */
const between = either(['trust', 'bank']);
const planned = [
  ...either(['payer', 'billed', 'received', 'held', 'organisation', 'discounts', 'fees', 'tax']),
  ...between,
];
const taken = ['held+', 'charges-', 'accrued-', 'loans-', 'agreed-', 'writeoffs-'];
const givenBack = ['held-', 'charges+', 'accrued+', 'loans+', 'agreed+', 'writeoffs+'];

/** The accounts that each event may debit (+) and credit (-). */
const accountsOf: Record<string, readonly string[]> = {
  invoice: planned,
  payment: [...planned, 'gateway+', 'elsewhere+'],
  void: [...planned, 'elsewhere-'],
  'refund-requested': [...planned, 'refunds-'],
  'refund-refused': [...planned, 'refunds+'],
  refunded: ['refunds+', 'gateway-'],
  'refund-failed': [...planned, 'gateway+'],
  'part-refund': [...planned, 'elsewhere-'],
  'void-invoice': ['payer-', 'billed+'],
  change: planned,
  end: planned,
  reopen: planned,
  lend: ['agreed+', 'organisation-'],
  unlend: ['organisation+', 'agreed-'],
  order: ['organisation+', 'transit-'],
  unorder: ['transit+', 'organisation+', 'organisation-', 'shortfall-', 'trust-', 'bank+'],
  transfer: ['transit+', 'organisation+', 'loans+', 'agreed-', 'trust+', 'trust-', 'bank-'],
  bounce: ['organisation-', 'agreed+', 'loans-', 'trust+', 'trust-', 'bank+'],
  charge: either(['charges', 'lending', 'tax']),
  interest: ['accrued+', 'interest-'],
  'interest-change': either(['accrued', 'interest']),
  repayment: ['gateway+', 'elsewhere+', 'held-', ...taken, ...between],
  'repayment-void': ['elsewhere-', 'held+', ...givenBack, ...between],
  'repayment-change': [...taken, ...givenBack, ...between],
  'write-off': [...either(['writeoffs', 'charges', 'accrued', 'loans', 'agreed']), ...between],
  carry: either(['loans', 'carried']),
  return: ['held+', 'trust-'],
  payout: [...either(['trust', 'gateway']), 'costs+', 'bank-'],
  reversal: [...either(['trust', 'gateway']), 'costs-', 'bank+'],
  opening: between,
};
const eventRows = sql.raw(
  Object.entries(accountsOf)
    .map(([event, names]) => `when '${event}' then '{${names.join(',')}}'::text[]`)
    .join('\n        '),
);
const listed = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '));

/**
 * Payers' money and ours are separate accounts. `trust` is payers' money in the bank, `bank` is ours. Postings of the
 * release before name `bank` for both; a trigger divides them. 0181 divides the balances from before. Can run twice.
 */
export async function up(db: Db): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`alter table campaign_books add column if not exists trust numeric(14, 2) not null default 0`.execute(db);
  // An opening may belong to no campaign: that of the payouts.
  await sql`
    alter table ledger_transactions
      drop constraint if exists ledger_transactions_page_check,
      add constraint ledger_transactions_page_check check
        (agreement_id is not null or event in ('payout', 'reversal', 'opening')) not valid`.execute(db);
  await sql`
    alter table ledger_entries
      drop constraint if exists ledger_entries_account_check,
      add constraint ledger_entries_account_check check (account in (${listed(accounts)})) not valid`.execute(db);
  await keepBooks(db);
  await divideSides(db);
  await checkEvents(db);
}

/** As before, with the new account. A transfer and a return may name both. */
async function keepBooks(db: Db): Promise<void> {
  await sql`
    create or replace function keep_books() returns trigger language plpgsql
    security definer set search_path = public, pg_temp as $$
    declare wrong bigint;
    begin
      -- Interest of many loans is one statement. A check for each row at the commit would take longer than the rest.
      select t.id into wrong from new_entries e join ledger_transactions t on t.id = e.transaction_id
      group by t.id having bool_and(e.account in ('accrued', 'interest')) and (sum(e.amount) <> 0
        or t.agreement_id is null or t.day is null or t.event not in ('interest', 'interest-change')
        or (t.event = 'interest' and (t.key is distinct from 'interest:' || t.agreement_id || ':' || t.day
          or sum(e.amount) filter (where e.account = 'accrued') <= 0)))
      limit 1;
      if wrong is not null then
        raise exception 'Ledger transaction % is no interest of a day.', wrong
          using errcode = 'check_violation', constraint = 'events_agree', table = 'ledger_entries';
      end if;

      insert into campaign_books (agreement_id, tenant_id)
      select distinct t.agreement_id, a.tenant_id
      from new_entries e join ledger_transactions t on t.id = e.transaction_id
      join agreements a on a.id = t.agreement_id
      where not exists (select from campaign_books k where k.agreement_id = t.agreement_id)
      on conflict do nothing;

      -- A day's interest of many loans: two accounts change, and nothing else.
      if not exists (select from new_entries where account not in ('accrued', 'interest')) then
        update campaign_books b
        set accrued = b.accrued + d.amount, interest = b.interest - d.amount, version = b.version + 1
        from (
          select t.agreement_id, sum(e.amount) as amount
          from new_entries e join ledger_transactions t on t.id = e.transaction_id
          where e.account = 'accrued' group by t.agreement_id) d
        where b.agreement_id = d.agreement_id;
        return null;
      end if;

      update campaign_books b
      set ${each((name) => `${name} = b.${name} + d.${name}`)},
        version = b.version + 1,
        owed_since = case
          when b.organisation + b.transit + d.organisation + d.transit >= 0 then null
          else coalesce(b.owed_since, d.date) end
      from (
        select t.agreement_id, max(t.date) as date, ${sums}
        from new_entries e join ledger_transactions t on t.id = e.transaction_id
        where t.agreement_id is not null group by t.agreement_id) d
      where b.agreement_id = d.agreement_id;
      return null;
    end $$`.execute(db);
}

/** A posting that names no trust account is divided: what changes of payers' money is on the trust account. */
async function divideSides(db: Db): Promise<void> {
  await sql`
    create or replace function divide_sides() returns trigger language plpgsql as $$
    begin
      if not exists (select from new_entries where account = any('{${sql.raw(payersSide.join(','))}}'::text[])) then
        return null;
      end if;
      insert into ledger_entries (transaction_id, account, amount)
      select d.transaction_id, x.account, x.amount
      from (select transaction_id, sum(amount) filter (where account in (${listed(payersSide)})) as amount
        from new_entries group by transaction_id having bool_and(account <> 'trust')) d
      cross join lateral (values ('trust', -d.amount), ('bank', d.amount)) x (account, amount)
      where d.amount <> 0;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace trigger ledger_divides_sides after insert on ledger_entries referencing new table as new_entries
    for each statement execute function divide_sides()`.execute(db);
}

async function checkEvents(db: Db): Promise<void> {
  await sql`
    create or replace function ledger_accounts_of(event text) returns text[] language sql immutable as $$
      select case event
        ${eventRows}
        else '{}'::text[] end
    $$`.execute(db);
  // As before; of the bank accounts the sums count. No posting but an opening moves payers' money to our side.
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
      from (select account, invoice_id, amount from ledger_entries
        where transaction_id = made.id and account not in ('bank', 'trust')
        union all select account, max(invoice_id), sum(amount) from ledger_entries
        where transaction_id = made.id and account in ('bank', 'trust') group by account having sum(amount) <> 0) e
      left join invoices i on i.id = e.invoice_id
      order by 1 nulls last limit 1;
      if wrong is null and made.event in ('transfer', 'bounce') and
        (select sum(amount) from ledger_entries where transaction_id = made.id and account in ('loans', 'agreed')) <> 0
      then
        return 'lends what was not agreed';
      end if;
      if wrong is null and made.event <> 'opening' and
        (select sum(amount) from ledger_entries where transaction_id = made.id
          and account in (${listed(payersSide)})) <> 0
      then
        return 'mixes payers’ money with ours';
      end if;
      -- A payout from before the trust account names only our bank account.
      if made.event = 'reversal' and (made.reverses_id is null or exists (select from ledger_entries
        where transaction_id in (made.id, made.reverses_id)
        group by case account when 'trust' then 'bank' else account end having sum(amount) <> 0))
      then
        return 'is not the opposite of what it reverses';
      end if;
      return wrong;
    end $$`.execute(db);
}
