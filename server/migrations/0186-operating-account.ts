import { type Kysely, type RawBuilder, sql } from 'kysely';

type Db = Kysely<unknown>;

const accounts = [
  ...['gateway', 'trust', 'bank', 'operating', 'elsewhere', 'payer', 'billed', 'received', 'held', 'refunds'],
  ...['organisation', 'transit', 'fees', 'tax', 'discounts', 'agreed', 'loans', 'charges', 'accrued', 'lending'],
  ...['interest', 'costs', 'writeoffs', 'carried', 'shortfall'],
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
  payout: [...either(['trust', 'gateway', 'bank', 'operating']), 'costs+'],
  reversal: [...either(['trust', 'gateway', 'bank', 'operating']), 'costs-'],
  movement: either(['bank', 'operating']),
  landing: ['operating+', 'bank-'],
  opening: between,
};
const eventRows = sql.raw(
  Object.entries(accountsOf)
    .map(([event, names]) => `when '${event}' then '{${names.join(',')}}'::text[]`)
    .join('\n        '),
);
const listed = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '));
const events = [...Object.keys(accountsOf), 'release'];
/** These belong to no campaign. */
const ofNone = ['movement', 'landing'];

/**
 * Our money can have a bank account of its own: `operating`. Then `bank` is our money in the account of payers' money,
 * which is to be moved. No campaign has a balance of `operating`. Can run twice.
 */
export async function up(db: Db): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    alter table campaign_books
      add column if not exists operating numeric(14, 2) not null default 0,
      drop constraint if exists operating_of_no_campaign,
      add constraint operating_of_no_campaign check (operating = 0) not valid`.execute(db);
  await sql`
    alter table ledger_transactions
      drop constraint if exists ledger_transactions_event_check,
      add constraint ledger_transactions_event_check check (event in (${listed(events)})) not valid,
      drop constraint if exists ledger_transactions_page_check,
      add constraint ledger_transactions_page_check check
        ((agreement_id is not null or event in ('payout', 'reversal', 'opening', ${listed(ofNone)}))
          and (agreement_id is null or event not in (${listed(ofNone)}))) not valid`.execute(db);
  await sql`
    alter table ledger_entries
      drop constraint if exists ledger_entries_account_check,
      add constraint ledger_entries_account_check check (account in (${listed(accounts)})) not valid`.execute(db);
  await keepBooks(db);
  await sql`
    create or replace function ledger_accounts_of(event text) returns text[] language sql immutable as $$
      select case event
        ${eventRows}
        else '{}'::text[] end
    $$`.execute(db);
}

/** As before, with the new account. */
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
