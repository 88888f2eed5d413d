import { type Kysely, sql } from 'kysely';

/**
 * Who else than the payer entered their contacts, in someone else's campaign or after it was sent: they cannot approve
 * its loan. And how often others changed the mobile: links that were mailed before prove the mailbox no longer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table signatories
      add column contact_setter_ids bigint[] not null default '{}',
      add column mobile_set_count integer not null default 0`.execute(db);
}
