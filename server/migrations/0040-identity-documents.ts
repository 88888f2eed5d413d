import { type Kysely, sql } from 'kysely';

/** Payers filed their identity documents without naming themselves. Each belongs to the payer who uploaded it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update attachments d set signatory_id = p.id
    from signatories p
    where d.purpose = 'vendor-id' and d.signatory_id is null
      and p.agreement_id = d.agreement_id and p.user_id = d.uploaded_by_user_id`.execute(db);
}
