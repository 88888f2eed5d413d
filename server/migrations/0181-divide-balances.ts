import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = {
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

const payersSide = [
  ...['gateway', 'trust', 'elsewhere', 'received', 'held', 'refunds', 'organisation', 'transit', 'agreed'],
];
const ofBooks = sql.raw(payersSide.map((name) => `b.${name}`).join(' + '));
const listed = sql.raw(payersSide.map((name) => `'${name}'`).join(', '));
const words = 'Upgrade: payers’ money and ours are separate accounts';

/**
 * Moves what is payers' money of the bank account to the trust account, by one posting for each campaign and one for
 * the payouts of the card gateway. Every posting since the migration before is divided, so these sums do not change
 * meanwhile. The day of such a posting is the first open one.
 */
export async function online(db: Kysely<unknown>, { inLots }: Steps): Promise<void> {
  await sql`alter table ledger_entries validate constraint ledger_entries_account_check`.execute(db);
  await sql`alter table ledger_transactions validate constraint ledger_transactions_page_check`.execute(db);
  await inLots(
    'agreements',
    (from, to) => sql`
      with mixed as (
        select b.agreement_id as id, b.tenant_id, -(${ofBooks}) as amount from campaign_books b
        where b.agreement_id between ${from} and ${to} and ${ofBooks} <> 0),
      made as (
        insert into ledger_transactions (agreement_id, event, key, date, description)
        select m.id, 'opening', 'opening:trust:' || m.id, now(), ${words}::text from mixed m
        returning id, agreement_id),
      entries as (
        insert into ledger_entries (transaction_id, account, amount)
        select m.id, x.account, x.amount from made m join mixed r on r.id = m.agreement_id
        cross join lateral (values ('trust', r.amount), ('bank', -r.amount)) x (account, amount))
      insert into log_entries (date, user_name, activity_code, description, log_data, target_agreement_id,
        target_tenant_id)
      select now(), 'Upgrade', 'campaign_update', ${words}::text, jsonb_build_object('trust', r.amount), r.id,
        r.tenant_id
      from mixed r order by r.id`,
  );
  await sql`
    with mixed as (
      select -coalesce(sum(e.amount), 0) as amount from ledger_transactions t join ledger_entries e
        on e.transaction_id = t.id
      where t.agreement_id is null and e.account in (${listed})),
    made as (
      insert into ledger_transactions (event, key, date, description)
      select 'opening', 'opening:trust', now(), ${words}::text from mixed where amount <> 0 returning id)
    insert into ledger_entries (transaction_id, account, amount)
    select m.id, x.account, x.amount from made m cross join mixed r
    cross join lateral (values ('trust', r.amount), ('bank', -r.amount)) x (account, amount)`.execute(db);
}
