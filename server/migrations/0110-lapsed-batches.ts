import { type Kysely, sql } from 'kysely';

/**
 * When an approved batch lost its approval, because the person who made or approved it stopped being an admin. Null:
 * it did not, or a server of the release before saw it. A daily job finds those.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table batches add column lapsed_date timestamptz`.execute(db);
}
