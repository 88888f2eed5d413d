import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = {
  createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void>;
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

/**
 * Loans that were repaid before the ledger recorded repayments are no longer lent. A running loan is opened by the job
 * that posts interest, from its start on. Status 11 is complete; 7 to 10 are signed, live, withdrawn and settling.
 */
export async function online(db: Kysely<unknown>, { createIndex, inLots }: Steps): Promise<void> {
  await sql`alter table ledger_transactions validate constraint ledger_transactions_event_check`.execute(db);
  await sql`alter table ledger_entries validate constraint ledger_entries_account_check`.execute(db);
  await sql`alter table campaign_books validate constraint loan_not_negative`.execute(db);
  await createIndex(
    'agreements_drawn',
    sql`agreements (campaign_finance_drawdown_date, id)
      where campaign_finance_drawdown_date is not null and status in (7, 8, 9, 10)`,
  );
  const words = 'Upgrade: the loan was repaid before the ledger recorded repayments';
  await inLots(
    'agreements',
    (from, to) => sql`
      with repaid as (
        select a.id, a.tenant_id, a.campaign_finance_repaid_date as day, b.loans
        from agreements a join campaign_books b on b.agreement_id = a.id
        where a.id between ${from} and ${to} and a.status = 11 and a.campaign_finance_repaid_date is not null
          and a.finance_option_code in ('pl', 'pos') and b.loans > 0
          and not exists (select from ledger_transactions t where t.key = 'carry:' || a.id)
        for update of a),
      made as (
        insert into ledger_transactions (agreement_id, event, key, date, day, description)
        select r.id, 'carry', 'carry:' || r.id, now(), r.day, ${words}::text from repaid r
        returning id, agreement_id),
      entries as (
        insert into ledger_entries (transaction_id, account, amount)
        select m.id, x.account, x.amount from made m join repaid r on r.id = m.agreement_id
        cross join lateral (values ('carried', r.loans), ('loans', -r.loans)) x (account, amount))
      insert into log_entries (date, user_name, activity_code, description, log_data, target_agreement_id,
        target_tenant_id)
      select now(), 'Upgrade', 'campaign_update', ${words}::text, jsonb_build_object('repaid', r.loans), r.id, r.tenant_id
      from repaid r order by r.id`,
  );
}
