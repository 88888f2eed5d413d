import { type Kysely, sql } from 'kysely';

/** Matching computes what is left of a part-paid campaign, because its terms may have changed since its invoice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index invoices_unpaid`.execute(db);
  await sql`
    create index invoices_part_paid on invoices (agreement_id) where status = 'issued' and paid_amount > 0`.execute(db);
}
