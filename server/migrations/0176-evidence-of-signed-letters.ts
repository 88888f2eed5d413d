import { type Kysely, sql } from 'kysely';

/**
 * The evidence of a signed letter: who signed, how they were reached, what they confirmed, and from where. It cannot be
 * changed or deleted; only an erasure of personal data blanks a name, an address and the browser. It outlives the
 * payer. Can run twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It locks several tables. Less than PostgreSQL's own wait before it ends a deadlock: a request is never ended.
  await sql`set local lock_timeout = 200`.execute(db);
  await sql`
    alter table loan_request_signatures
      add column if not exists legal_name text,
      add column if not exists email_address text,
      add column if not exists mobile_phone text,
      add column if not exists contact_verified_date timestamptz,
      add column if not exists local_time text,
      add column if not exists consent text,
      add column if not exists user_agent text,
      add column if not exists sign_in_id bigint,
      drop constraint if exists loan_request_signatures_signatory_id_fkey`.execute(db);
  await sql`
    create or replace function guard_letter_signature() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'UPDATE'
        or (new.request_id, new.signatory_id, new.signature_date, new.authorisation_type, new.document_key,
            new.signing_user_id, new.contact_verified_date, new.local_time, new.consent, new.sign_in_id)
          is distinct from (old.request_id, old.signatory_id, old.signature_date, old.authorisation_type,
            old.document_key, old.signing_user_id, old.contact_verified_date, old.local_time, old.consent, old.sign_in_id)
        or coalesce(new.legal_name, old.legal_name) is distinct from old.legal_name
        or coalesce(new.email_address, old.email_address) is distinct from old.email_address
        or coalesce(new.mobile_phone, old.mobile_phone) is distinct from old.mobile_phone
        or coalesce(new.user_agent, old.user_agent) is distinct from old.user_agent
        or coalesce(new.ip_address, old.ip_address) is distinct from old.ip_address
      then
        raise exception 'the signatures of letters are append-only';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create or replace function refuse_letter_signature_loss() returns trigger language plpgsql as $$
    begin
      raise exception 'the signatures of letters are append-only';
    end $$`.execute(db);
  await sql`
    create or replace trigger loan_request_signatures_guard before update on loan_request_signatures
    for each row execute function guard_letter_signature()`.execute(db);
  await sql`
    create or replace trigger loan_request_signatures_append_only before delete or truncate on loan_request_signatures
    for each statement execute function refuse_letter_signature_loss()`.execute(db);
}
