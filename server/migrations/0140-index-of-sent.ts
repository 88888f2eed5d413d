import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** The figures of a team read the campaigns that one organisation sent in a period, and its loans. */
const indexes: [name: string, on: RawBuilder<unknown>][] = [
  ['agreements_sent_by_tenant', sql`agreements (tenant_id, sent_date) where sent_date is not null`],
  ['campaign_books_on_loan', sql`campaign_books (tenant_id) where loans > 0`],
];

export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  for (const [name, on] of indexes) await createIndex(name, on);
}
