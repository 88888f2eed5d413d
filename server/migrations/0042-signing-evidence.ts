import { type Kysely, sql } from 'kysely';

/**
 * Which document a signature, a code and a review are for; whether a signature is on behalf of its payer, and when that
 * payer agreed to the terms; and whether payers confirmed their mobile themselves. Rows from before have no document.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table signatures
      add column document_key text,
      add column is_on_behalf boolean not null default false,
      add column consent_date timestamptz`.execute(db);
  await sql`
    update signatures s
    set is_on_behalf = s.signing_user_id is distinct from p.user_id,
      consent_date = case when s.signing_user_id is distinct from p.user_id then p.submitted_date else s.signature_date end
    from signatories p where p.id = s.signatory_id`.execute(db);
  await sql`alter table signature_events add column document_key text`.execute(db);
  await sql`alter table payer_drafts add column document_key text`.execute(db);
  await sql`
    alter table signatories add column mobile_phone_confirmed_by_payer boolean not null default false`.execute(db);
  await sql`
    update signatories p set mobile_phone_confirmed_by_payer = true
    where p.mobile_phone_confirmation_date is not null and exists (
      select from log_entries e
      where e.target_agreement_id = p.agreement_id and e.target_user_id = p.user_id and e.user_id = p.user_id
        and e.activity_code = 'signatory_update' and e.description = 'Mobile phone confirmed')`.execute(db);
}
