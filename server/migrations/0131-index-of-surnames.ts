import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** Finds payers by the beginning of their surname, whatever the collation of the database. */
export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  await createIndex(
    'signatories_by_start_of_surname',
    sql`signatories ((replace(folded(surname), ' ', '')) text_pattern_ops)`,
  );
}
