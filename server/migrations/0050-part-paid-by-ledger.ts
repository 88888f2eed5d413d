import { type Kysely, sql } from 'kysely';

/** A bank statement looks for campaigns with a rest to pay by their balances, not by one of their invoices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index campaign_books_part_paid on campaign_books (agreement_id)
    where payment_state in ('part', 'refunding') or held < 0`.execute(db);
  await sql`drop index invoices_part_paid`.execute(db);
}
