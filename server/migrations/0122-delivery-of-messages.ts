import { type Kysely, sql } from 'kysely';

/**
 * What the provider reported of a message after it took it, and when a payer first opened their present link. Null: not
 * known, or not yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      add column receipt_status text,
      add column receipt_reason text,
      add column receipt_date timestamptz`.execute(db);
  await sql`
    alter table signatories
      add column payment_link_opened_date timestamptz,
      add column payment_link_opened_by_mail boolean,
      add column nudged_date timestamptz`.execute(db);
}
