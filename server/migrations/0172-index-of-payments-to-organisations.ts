import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** A remittance advice reads the payments of an organisation's campaigns: few among the postings of interest. */
export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  await createIndex(
    'ledger_paid_out',
    sql`ledger_transactions (agreement_id, book_day) where event in ('transfer', 'bounce')`,
  );
}
