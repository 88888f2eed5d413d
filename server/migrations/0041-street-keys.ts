import { type Kysely, sql } from 'kysely';

/** Similar campaigns are found by street, city and postcode: the lines between them are often left out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table properties add column street_key text not null generated always as (address_key(
      address || ' ' || coalesce(city, '') || ' ' || coalesce(postal_code, ''))) stored`.execute(db);
  await sql`create index properties_by_street on properties (street_key)`.execute(db);
}
