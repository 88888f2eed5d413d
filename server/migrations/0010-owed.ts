import { type Kysely, sql } from 'kysely';

/** Partial index: campaigns whose funds may be owed to their organisations, with all columns that the query needs. */
export async function up(db: Kysely<unknown>) {
  // Status 6 is approved, 7 is signed.
  await sql`
    create index agreements_owed on agreements (tenant_id)
    include (status, finance_option_code, campaign_upfront_payment_ref, campaign_agency_settlement_date,
      campaign_agency_settlement_amount, campaign_budget, status_last_update)
    where campaign_agency_settlement_date is null and status in (6, 7)`.execute(db);
}
