import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** Finds users by any part of their name or e-mail address. */
export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  await createIndex(
    'users_words',
    sql`users using gin ((first_name || ' ' || surname || ' ' || email_address) gin_trgm_ops)`,
  );
}
