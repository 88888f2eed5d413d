import { type Kysely, sql } from 'kysely';

/**
 * A file is used by its uploader, for the use that it was uploaded for, and once. `used_for` is null while nothing uses
 * it; 'discarded' is deleted by the next sweep and can be used for nothing.
 */
async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table assets
      add column use text not null default 'document' check (use in ('document', 'logo', 'portrait', 'product')),
      add column document_purpose text,
      add column used_for text
        check (used_for in ('attachment', 'logo', 'portrait', 'invitation', 'product', 'discarded')),
      add column uploaded_as_payer boolean not null default false,
      add column scan_state text not null default 'not-scanned' check (scan_state in ('clean', 'not-scanned')),
      add column scanned_date timestamptz`.execute(db);
}

/** Earlier releases let any picture of the organisation become its logo. A document that did is taken away again. */
async function takeBackDocuments(db: Kysely<unknown>): Promise<void> {
  await sql`
    update tenants t set logo_asset_id = null
    where exists (select from attachments d where d.asset_id = t.logo_asset_id)`.execute(db);
  await sql`
    update tenants t set draft_content = nullif(t.draft_content - 'logo', '{}'::jsonb)
    where exists (
      select from attachments d where to_jsonb(d.asset_id) = t.draft_content->'logo'->'value')`.execute(db);
  await sql`
    update users u set profile_picture_asset_id = null
    where exists (select from attachments d where d.asset_id = u.profile_picture_asset_id)`.execute(db);
  await sql`
    update user_invitations i set profile_picture_asset_id = null
    where exists (select from attachments d where d.asset_id = i.profile_picture_asset_id)`.execute(db);
}

async function fillUses(db: Kysely<unknown>): Promise<void> {
  await sql`
    update assets f set used_for = 'attachment'
    where exists (select from attachments d where d.asset_id = f.id)`.execute(db);
  await sql`
    update assets f set use = 'product', used_for = 'product'
    where exists (select from signed_documents s where s.asset_id = f.id)`.execute(db);
  await sql`
    update assets f set use = 'logo', used_for = 'logo'
    where exists (select from tenants t
      where t.logo_asset_id = f.id or t.draft_content->'logo'->'value' = to_jsonb(f.id))`.execute(db);
  await sql`
    update assets f set use = 'portrait', used_for = 'portrait'
    where exists (select from users u where u.profile_picture_asset_id = f.id)`.execute(db);
  await sql`
    update assets f set use = 'portrait', used_for = 'invitation'
    where f.used_for is null and exists (select from user_invitations i
      where i.profile_picture_asset_id = f.id and i.accepted_date is null and i.revoked_date is null)`.execute(db);
  await sql`
    update assets f set uploaded_as_payer = true
    from users u where u.id = f.uploaded_by_user_id and u.role = 'vendor'`.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db);
  await takeBackDocuments(db);
  await fillUses(db);
  // Earlier releases filed one file several times. Those documents stay.
  await sql`alter table attachments add column is_only boolean not null default true`.execute(db);
  await sql`
    update attachments d set is_only = false
    where exists (select from attachments e where e.asset_id = d.asset_id and e.id <> d.id)`.execute(db);
  await sql`create unique index attachments_once on attachments (asset_id) where is_only`.execute(db);
  await sql`create index assets_loose on assets (uploaded_by_user_id, upload_date) where used_for is null`.execute(db);
  await sql`create index assets_discarded on assets (id) where used_for = 'discarded'`.execute(db);
  await sql`
    create index assets_by_payer on assets (uploaded_by_user_id, tenant_id) include (size)
    where uploaded_as_payer`.execute(db);
}
