import { type Kysely, sql } from 'kysely';

/**
 * A variation letter that was signed ends when the agreement that it changes no longer counts: the campaign must be
 * signed again, and the new agreement has its own due day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table loan_requests
      drop constraint if exists loan_requests_signed,
      add constraint loan_requests_signed check (signed_date is null or outcome = 'granted') not valid`.execute(db);
}
