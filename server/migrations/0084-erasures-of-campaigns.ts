import { type Kysely, sql } from 'kysely';

/** The same function as before, for the accounts too that a payer had before their address was changed. */
async function forgetFormerReceipts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function forget_signer(payer bigint) returns bigint language plpgsql security definer
    set search_path = public, pg_temp as $$
    declare
      gone bigint;
      too_young timestamptz := clock_timestamp() - interval '5 years';
    begin
      perform set_config('kerb.forgetting', 'on', true);
      update signatures set legal_name = 'Erased Person', email_address = 'erased@erased.invalid', mobile_phone = null,
        signing_user_name = case when is_on_behalf then signing_user_name else 'Erased Person' end,
        signing_user_email = case when is_on_behalf then signing_user_email else 'erased@erased.invalid' end,
        ip_address = null, user_agent = null, geo_location = null
      where signatory_id = payer and signature_date < too_young;
      get diagnostics gone = row_count;
      update signature_events set ip_address = null where signatory_id = payer and date < too_young;
      update payments y set receipt_email = null from signatories p
      where p.id = payer and y.agreement_id = p.agreement_id and y.created_date < too_young
        and (y.created_by_user_id = p.user_id or y.created_by_user_id in (
          select f.user_id from former_payer_users f where f.signatory_id = payer));
      perform set_config('kerb.forgetting', 'off', true);
      return gone;
    end $$`.execute(db);
}

/**
 * A campaign can lose all its payers before it ends. What is held about them is then erased with the campaign, because
 * there is no payer to ask for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table erasures alter column signatory_id drop not null,
      add column agreement_id bigint references agreements (id),
      add constraint erasures_subject check (num_nonnulls(signatory_id, agreement_id) = 1)`.execute(db);
  await sql`
    create unique index erasures_of_campaign on erasures (agreement_id) where refused_because is null`.execute(db);
  await forgetFormerReceipts(db);
}
