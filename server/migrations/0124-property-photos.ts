import { type Kysely, sql } from 'kysely';

/**
 * A photo of the property, one for each campaign: a property can be in campaigns of several organisations, and each
 * sees its own photo only. Earlier files obey the narrower rules of before, so the new checks do not read them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table assets
      drop constraint if exists assets_use_check,
      add constraint assets_use_check check (use in ('document', 'logo', 'portrait', 'photo', 'product')) not valid,
      drop constraint if exists assets_used_for_check,
      add constraint assets_used_for_check
        check (used_for in ('attachment', 'logo', 'portrait', 'invitation', 'photo', 'product', 'discarded'))
        not valid`.execute(db);
  await sql`
    create table property_photos (
      agreement_id bigint primary key references agreements (id),
      asset_id bigint not null unique references assets (id)
    )`.execute(db);
}
