import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/** The admins among a million payers: everybody who comments can mention them. */
export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  await createIndex('users_who_are_admins', sql`users (id) where role = 'admin'`);
}
