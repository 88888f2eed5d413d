import { type Kysely, sql } from 'kysely';

/** Expands abbreviations to one spelling. It is sometimes wrong ('St Kilda'), but the same on both sides. */
// biome-ignore format: a table
const written: [short: string, long: string][] = [
  ['st', 'street'], ['str', 'street'], ['rd', 'road'], ['ave?', 'avenue'], ['hwy', 'highway'], ['mt', 'mount'], ['pt', 'point'],
  ['dr', 'drive'], ['drv', 'drive'], ['ct', 'court'], ['crt', 'court'], ['cres', 'crescent'], ['cr', 'crescent'], ['pl', 'place'],
  ['ln', 'lane'], ['pde', 'parade'], ['tce', 'terrace'], ['cl', 'close'], ['gr', 'grove'], ['gv', 'grove'], ['esp', 'esplanade'],
  ['bvd', 'boulevard'], ['blvd', 'boulevard'], ['sq', 'square'], ['wy', 'way'],
];

/** Properties are found by their address in any spelling. A version detects concurrent saves. */
export async function up(db: Kysely<unknown>) {
  const longForms = written.reduce(
    (words, [short, long]) => `regexp_replace(${words}, '\\m${short}\\M', '${long}', 'g')`,
    'folded(words)',
  );
  // The function fixes its search_path, because a restore fills the column before any schema is set.
  await sql`
    create function address_key(words text) returns text language sql immutable parallel safe
    set search_path from current as $$
      select btrim(regexp_replace(${sql.raw(longForms)}, ' (unit|apartment|apt|flat|u)(?= )', '', 'g')) $$`.execute(db);
  await sql`alter table properties add column version integer not null default 1`.execute(db);
  await sql`
    alter table properties add column address_key text not null generated always as (address_key(
      address || ' ' || coalesce(address2, '') || ' ' || coalesce(address3, '') || ' ' ||
      coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(postal_code, ''))) stored`.execute(db);
  await sql`create index properties_by_address on properties (address_key)`.execute(db);
  await sql`create index properties_words on properties using gin (address_key gin_trgm_ops)`.execute(db);
}
