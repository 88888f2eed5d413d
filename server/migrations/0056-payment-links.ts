import { type Kysely, sql } from 'kysely';

/**
 * A Payment URL works for 90 days after the last message that had it, and ends when its campaign is complete. Links
 * from before count from the day on which they were sent, or their payer was last changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signatories add column payment_link_expiry_date timestamptz`.execute(db);
  await sql`
    update signatories set payment_link_expiry_date = coalesce(sent_date, last_update_date) + interval '90 days'
    where payment_link_hash is not null`.execute(db);
  const complete = 11;
  await sql`
    update signatories p set payment_link_ended_date = now() from agreements a
    where a.id = p.agreement_id and a.status = ${sql.lit(complete)} and p.payment_link_hash is not null
      and p.payment_link_ended_date is null`.execute(db);
  await sql`
    alter table signatories add constraint signatories_link_expires
    check (payment_link_hash is null or payment_link_expiry_date is not null)`.execute(db);
  await sql`
    create index signatories_links_to_end on signatories (payment_link_expiry_date)
    where payment_link_ended_date is null and payment_link_hash is not null`.execute(db);
}
