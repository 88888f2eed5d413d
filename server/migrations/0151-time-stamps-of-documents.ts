import { type Kysely, sql } from 'kysely';

/**
 * Signed documents that have waited for their time stamp. The file of the document is replaced by the stamped one, and
 * the hash of that one is kept here: the copy without a stamp is as genuine.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    create table document_stamps (
      signed_document_id bigint primary key references signed_documents (id) on delete cascade,
      asked_date timestamptz not null,
      stamped_date timestamptz,
      sha256 text,
      check ((stamped_date is null) = (sha256 is null)))`.execute(db);
  await sql`
    create index document_stamps_waiting on document_stamps (signed_document_id) where stamped_date is null`.execute(
    db,
  );
  await sql`create unique index document_stamps_by_hash on document_stamps (sha256)`.execute(db);
}
