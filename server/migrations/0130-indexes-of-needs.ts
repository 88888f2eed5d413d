import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** What needs a person is counted by the index of it. Status 8 is executed, 10 waiting-settlement. */
const indexes: [name: string, on: RawBuilder<unknown>][] = [
  // Funds that no bank has taken yet. Funds on their way are many more.
  ['campaign_books_kept', sql`campaign_books (agreement_id) where organisation < 0 and transit >= 0`],
  ['campaign_books_held_by_campaign', sql`campaign_books (agreement_id) where held < 0`],
  ['agreements_settling_by_tenant', sql`agreements (tenant_id, property_settlement_date) where status in (8, 10)`],
];

export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  for (const [name, on] of indexes) await createIndex(name, on);
}
