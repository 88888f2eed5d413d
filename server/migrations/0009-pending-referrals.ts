import { type Kysely, sql } from 'kysely';

/** Partial index: referrals whose payer has not answered, by the date on which the links were sent. */
export async function up(db: Kysely<unknown>) {
  // Status 3 is waiting-invite.
  await sql`
    create index agreements_pending on agreements (sent_date)
    where status = 3 and not action_suggested`.execute(db);
}
