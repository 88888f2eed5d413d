import { type Kysely, sql } from 'kysely';

/** The colour of an organisation on its payers' pages, `#1a6b54`. Null if it has chosen none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table tenants
      add column if not exists brand_colour text,
      drop constraint if exists tenants_brand_colour,
      add constraint tenants_brand_colour check (brand_colour ~ '^#[0-9a-f]{6}$')`.execute(db);
}
