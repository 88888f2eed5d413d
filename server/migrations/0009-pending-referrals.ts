import { type Kysely, sql } from 'kysely';

/** Referrals whose payer has not answered yet, by how long their links have been out: the few among many. */
export async function up(db: Kysely<unknown>) {
  // Status 3 is waiting-invite.
  await sql`
    create index agreements_pending on agreements (sent_date)
    where status = 3 and not action_suggested`.execute(db);
}
