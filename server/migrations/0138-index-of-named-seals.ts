import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** A verification of the log looks up the agreements that name a seal. */
export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  await createIndex('signed_documents_by_seal', sql`signed_documents (seal_number) where seal_number is not null`);
}
