import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** The messages and reports of the card gateway whose time is over are found by their date. */
export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  await createIndex('messages_without_campaign', sql`messages (created_date) where agreement_id is null`);
  await createIndex('messages_with_text', sql`messages (created_date) where agreement_id is not null and body <> ''`);
  await createIndex('gateway_events_by_date', sql`gateway_events (received_date)`);
}
