import { type Kysely, sql } from 'kysely';

/** New recovery codes are argon2id hashes with this salt. Null: older codes, which are HMACs until replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table second_factors add column recovery_salt bytea`.execute(db);
}
