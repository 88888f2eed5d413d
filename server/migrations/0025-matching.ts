import { type Kysely, sql } from 'kysely';

/** Indexes for matching statement lines: only open amounts, by the amount that is open. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index agreements_waiting_for_money`.execute(db);
  // Most campaigns owe their budget, or the fee of Pay On Success, and nothing else.
  await sql`
    create index agreements_owing_budget on agreements (campaign_budget)
    where campaign_upfront_payment_ref is null and (finance_option_code is null or finance_option_code = 'pn')
      and status in (3, 4, 5, 6, 7)`.execute(db);
  await sql`
    create index agreements_owing_fee on agreements (service_fee)
    where service_fee_payment_ref is null and finance_option_code = 'pos' and status in (6, 7, 8)`.execute(db);
  // For campaigns that were billed or paid in part, the invoice gives the open amount.
  await sql`create index invoices_unpaid on invoices ((amount - paid_amount)) where status = 'issued'`.execute(db);
  // Partial index: campaigns whose own terms change what they owe.
  await sql`
    create index campaign_options_with_terms on campaign_finance_options (agreement_id)
    where option_code in ('pn', 'pos') and (service_fee is not null or discount is not null)`.execute(db);

  // Banks write 'Ngāta' and 'O’Brien' as NGATA and O BRIEN.
  await sql`drop index signatories_by_surname`.execute(db);
  await sql`create index signatories_by_surname on signatories (replace(folded(surname), ' ', ''))`.execute(db);
}
