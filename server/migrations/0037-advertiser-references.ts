import { type Kysely, sql } from 'kysely';

/** Whoever gives a reference out looks for it among all organisations first, while others wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['domain_advertiser_ref', 'rea_advertiser_ref', 'trademe_account_id']) {
    await sql`create index ${sql.ref(`tenants_${column}`)} on tenants (lower(${sql.ref(column)}))`.execute(db);
  }
}
