import { type Kysely, sql } from 'kysely';

/** Reads the files once, without a lock that keeps others from working. */
export async function online(db: Kysely<unknown>): Promise<void> {
  await sql`alter table assets validate constraint assets_use_check`.execute(db);
  await sql`alter table assets validate constraint assets_used_for_check`.execute(db);
}
