import { type Kysely, sql } from 'kysely';

/** Registration looks up a reference among all organisations while it holds a lock, so the look-up needs an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['domain_advertiser_ref', 'rea_advertiser_ref', 'trademe_account_id']) {
    await sql`create index ${sql.ref(`tenants_${column}`)} on tenants (lower(${sql.ref(column)}))`.execute(db);
  }
}
