import { type Kysely, sql } from 'kysely';

/**
 * A loan is due at the latest at the end of its longest term. Reminders find it by its start, its settlement or its
 * withdrawal. An invoice also states what is owed on the settlement and on the due day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table loan_invoices add column settlement jsonb`.execute(db);
  // A reminder of the due day counts from that day and no longer from the settlement. Those that were sent keep their
  // occasion under its new name, so that none is sent twice.
  await sql`update loan_reminders set occasion = 'payment-due:' || day where name = 'payment-due'`.execute(db);
  // The loans of signed campaigns that nobody gave a start: by the rule, the later of signature and drawdown. Status 7
  // is signed, 8 executed, 9 withdrawn, 10 waiting-settlement.
  await sql`
    update agreements
    set campaign_finance_loan_start_date = greatest(campaign_finance_signature_date, campaign_finance_drawdown_date)
    where campaign_finance_loan_start_date is null and status in (7, 8, 9, 10) and finance_option_code in ('pl', 'pos')
      and (campaign_finance_signature_date is not null or campaign_finance_drawdown_date is not null)`.execute(db);
  await sql`
    create index agreements_withdrawn_loans_by_start on agreements (campaign_finance_loan_start_date)
    where status = 9`.execute(db);
  await sql`
    create index agreements_withdrawn_loans_by_day on agreements (property_withdrawn_from_sale_date)
    where status = 9`.execute(db);
}
