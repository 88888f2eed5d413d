import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** The documents without a time stamp, in the order of their turns. */
export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  await createIndex(
    'document_stamps_by_turn',
    sql`document_stamps (next_attempt_date, signed_document_id) where stamped_date is null`,
  );
}
