import { type Kysely, sql } from 'kysely';

/** A card can come from a wallet: Apple Pay or Google Pay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column card_wallet text`.execute(db);
  await sql`alter table sandbox_card_tokens add column wallet text`.execute(db);
  await sql`alter table sandbox_card_charges add column wallet text`.execute(db);
}
