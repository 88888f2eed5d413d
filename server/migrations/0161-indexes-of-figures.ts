import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** The cash forecast reads the loans that are approved (status 6), and the campaigns with an unpaid invoice. */
const indexes: [name: string, on: RawBuilder<unknown>][] = [
  ['agreements_approved', sql`agreements (tenant_id) where status = 6`],
  ['campaign_books_billed', sql`campaign_books (agreement_id) include (payer) where payer > 0`],
];

export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  for (const [name, on] of indexes) await createIndex(name, on);
}
