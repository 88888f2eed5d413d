import { type Kysely, sql } from 'kysely';

/** Reads the table once, without a lock that keeps others from working. */
export async function online(db: Kysely<unknown>): Promise<void> {
  await sql`alter table loan_requests validate constraint loan_requests_signed`.execute(db);
}
