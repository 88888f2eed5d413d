import { type Kysely, sql } from 'kysely';

/**
 * What this database belongs to: its mode, its country and its key. The first start writes the one row. A later start
 * with another mode, country or key is refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deployment (
      id smallint primary key default 1 check (id = 1),
      mode text not null check (mode in ('sandbox', 'production')),
      country text not null,
      -- An HMAC of a fixed text: shows whether a start has the same SECRET_KEY.
      key_check bytea not null,
      first_start_date timestamptz not null
    )
  `.execute(db);
}
