import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = {
  createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void>;
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

/**
 * Puts the loans that run into the loan book: status 7 to 10 are signed, live, withdrawn and settling, 11 is complete.
 * Payment is due 7 days after settlement or withdrawal; Pay Later ends 180 days after its start.
 */
export async function online(_: Kysely<unknown>, { createIndex, inLots }: Steps): Promise<void> {
  const amounts = sql`include (principal, fees, interest) where is_owed`;
  await createIndex('loan_accounts_book', sql`loan_accounts (due_date, agreement_id, tenant_id) ${amounts}`);
  await createIndex('loan_accounts_of_tenant', sql`loan_accounts (tenant_id, due_date, agreement_id) ${amounts}`);
  await inLots(
    'agreements',
    (from, to) => sql`
      update loan_accounts l set tenant_id = a.tenant_id, principal = b.agreed + b.loans, fees = b.charges,
        interest = b.accrued,
        is_owed = a.status between 7 and 11 and b.agreed + b.loans + b.charges + b.accrued > 0,
        due_date = coalesce(least(
          coalesce(a.property_withdrawn_from_sale_date, a.property_settlement_date) + 7,
          case when a.finance_option_code = 'pl' then coalesce(a.campaign_finance_loan_start_date,
            greatest(a.campaign_finance_signature_date, a.campaign_finance_drawdown_date)) + 180 end), 'infinity')
      from agreements a join campaign_books b on b.agreement_id = a.id
      where a.id between ${from} and ${to} and l.agreement_id = a.id and l.tenant_id is null`,
  );
}
