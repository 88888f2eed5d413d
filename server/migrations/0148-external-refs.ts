import { type Kysely, sql } from 'kysely';

/**
 * The ids and values that other systems keep at our records. Apart from the records, so that the wide tables stay as
 * they are, and so that one index holds for each organisation that a reference is used once for each kind of record.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    create table if not exists external_refs (
      id bigint generated always as identity primary key,
      tenant_id bigint not null references tenants (id),
      kind text not null check (kind in ('campaign', 'payer', 'document')),
      agreement_id bigint unique references agreements (id) on delete cascade,
      signatory_id bigint unique references signatories (id) on delete cascade,
      attachment_id bigint unique references attachments (id) on delete cascade,
      external_ref text,
      metadata jsonb not null default '{}',
      check (num_nonnulls(agreement_id, signatory_id, attachment_id) = 1),
      check ((kind = 'campaign') = (agreement_id is not null) and (kind = 'payer') = (signatory_id is not null)),
      constraint external_refs_used_once unique (tenant_id, kind, external_ref)
    )`.execute(db);
}
