import { type Kysely, sql } from 'kysely';

/** The websites on which an organisation may show our frames. The key is public. Can run twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table if not exists embed_settings (
      tenant_id bigint primary key references tenants (id) on delete cascade,
      embed_key text not null unique,
      origins text[] not null,
      is_on boolean not null,
      version integer not null default 1)`.execute(db);
}
