import { type Kysely, type RawBuilder, sql } from 'kysely';

type Db = Kysely<unknown>;

const accounts = [
  ...['gateway', 'bank', 'elsewhere', 'payer', 'billed', 'received', 'held', 'refunds', 'organisation', 'transit'],
  ...['fees', 'tax', 'discounts', 'agreed', 'loans', 'interest', 'shortfall'],
];

/** Totals that grow with certain entries. `e` is a ledger entry, `t` is its transaction. */
const turnovers = {
  settled: "e.invoice_id is not null and e.account in ('organisation', 'fees', 'tax', 'discounts')",
  transferred: "t.event = 'transfer' and e.account = 'bank'",
  returned: "t.event = 'return' and e.account = 'bank'",
};
const columns = [...accounts, ...Object.keys(turnovers)];

const each = (of: (name: string) => string, names: readonly string[] = columns): RawBuilder<unknown> =>
  sql.raw(names.map(of).join(', '));
const sums = sql.raw(
  [
    ...accounts.map((name) => `coalesce(sum(e.amount) filter (where e.account = '${name}'), 0) as ${name}`),
    ...Object.entries(turnovers).map(
      ([name, condition]) => `coalesce(-sum(e.amount) filter (where ${condition}), 0) as ${name}`,
    ),
  ].join(', '),
);

/**
 * One row of balances for each campaign, so that a balance is one read. A trigger updates the row with every ledger
 * entry. The checks refuse a balance that cannot be true. They see the newest balance, because the row is locked.
 */
export async function up(db: Db): Promise<void> {
  await createTable(db);
  await fill(db);
  await compareWithInvoices(db);
  await addChecks(db);
  await followLedger(db);
  await refuseOtherWrites(db);
}

async function createTable(db: Db): Promise<void> {
  await sql`
    create table campaign_books (
      agreement_id bigint primary key references agreements (id),
      tenant_id bigint not null references tenants (id),
      ${each((name) => `${name} numeric(14, 2) not null default 0`)},
      owed_since timestamptz,
      version bigint not null default 0,
      payment_state text not null generated always as (case
        when refunds < 0 then 'refunding'
        when settled > 0 and payer = 0 and received = 0 then 'paid'
        when received < 0 or settled > 0 then 'part'
        else 'none' end) stored
    ) with (fillfactor = 80)`.execute(db);
}

/** Until now the funds of a campaign were owed since its last change of status. */
async function fill(db: Db): Promise<void> {
  await sql`
    insert into campaign_books (agreement_id, tenant_id, ${each((name) => name)}, owed_since, version)
    select a.id, a.tenant_id, ${each((name) => `s.${name}`)},
      case when s.organisation + s.transit < 0 then coalesce(a.status_last_update, s.date) end, s.transactions
    from (
      select t.agreement_id, max(t.date) as date, count(distinct t.id) as transactions, ${sums}
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.agreement_id is not null group by t.agreement_id) s
    join agreements a on a.id = s.agreement_id`.execute(db);
  await sql`
    create index campaign_books_owed on campaign_books (tenant_id)
    include (agreement_id, organisation, transit, payer, owed_since)
    where organisation < 0 or transit < 0`.execute(db);
  await sql`create index campaign_books_held on campaign_books (tenant_id) include (held) where held < 0`.execute(db);
}

/** Older releases wrote invoices without a check. A difference needs a person, so the upgrade stops. */
async function compareWithInvoices(db: Db): Promise<void> {
  await sql`
    do $$
    declare wrong text;
    begin
      select string_agg(id::text, ', ') into wrong from (
        select coalesce(b.agreement_id, i.agreement_id) as id
        from (select agreement_id, sum(amount - paid_amount) as unpaid from invoices where status in ('issued', 'paid')
          group by agreement_id) i
        full join campaign_books b on b.agreement_id = i.agreement_id
        where coalesce(b.payer, 0) <> coalesce(i.unpaid, 0) order by 1 limit 20) c;
      if wrong is not null then
        raise exception 'The ledger and the unpaid invoices of these campaigns differ: %.', wrong
          using hint = 'The upgrade stopped and changed nothing. Correct their invoices first.';
      end if;
    end $$`.execute(db);
}

/** A debit is positive, a credit is negative: money that belongs to somebody else is never above zero. */
async function addChecks(db: Db): Promise<void> {
  await sql`
    alter table campaign_books
      add constraint kept_covers_payouts check (organisation <= 0),
      add constraint held_not_negative check (held <= 0),
      add constraint refunds_not_negative check (refunds <= 0),
      add constraint transit_not_negative check (transit <= 0),
      add constraint received_not_negative check (received <= 0),
      add constraint due_not_negative check (payer >= 0 and payer + billed = 0),
      add constraint lent_not_negative check (agreed >= 0 and loans >= 0 and agreed <= -(organisation + transit)),
      add constraint elsewhere_not_negative check (elsewhere >= 0),
      add constraint earned_not_negative check (fees <= 0 and tax <= 0 and interest <= 0),
      add constraint costs_not_negative check (discounts >= 0 and shortfall >= 0),
      add constraint turnovers_not_negative check (settled >= 0 and transferred >= 0 and returned >= 0)`.execute(db);
}

async function followLedger(db: Db): Promise<void> {
  // An upsert would check the row that it proposes, which holds only the change. So first insert zeros, then update.
  await sql`
    create function keep_books() returns trigger language plpgsql as $$
    begin
      insert into campaign_books (agreement_id, tenant_id)
      select distinct t.agreement_id, a.tenant_id
      from new_entries e join ledger_transactions t on t.id = e.transaction_id
      join agreements a on a.id = t.agreement_id
      on conflict do nothing;

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
  await sql`
    create trigger ledger_keeps_books after insert on ledger_entries referencing new table as new_entries
    for each statement execute function keep_books()`.execute(db);

  await sql`
    create function move_books() returns trigger language plpgsql as $$
    begin
      update campaign_books set tenant_id = new.tenant_id where agreement_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger agreements_move_books after update of tenant_id on agreements
    for each row when (old.tenant_id <> new.tenant_id) execute function move_books()`.execute(db);
}

/** The triggers above write at depth 2. Any other statement writes at depth 1. */
async function refuseOtherWrites(db: Db): Promise<void> {
  await sql`
    create function guard_books() returns trigger language plpgsql as $$
    begin
      if pg_trigger_depth() < 2 then
        raise exception 'The books of a campaign change only with the ledger.'
          using errcode = 'check_violation', constraint = 'campaign_books_guard', table = 'campaign_books';
      end if;
      return coalesce(new, old);
    end $$`.execute(db);
  await sql`
    create trigger campaign_books_guard before insert or update or delete on campaign_books
    for each row execute function guard_books()`.execute(db);
  await sql`
    create trigger campaign_books_no_truncate before truncate on campaign_books
    for each statement execute function guard_books()`.execute(db);
}
