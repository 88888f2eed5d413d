import { type Kysely, sql } from 'kysely';

/** Settings of an organisation, their draft, and the version that detects concurrent saves. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table tenants
      add column version integer not null default 1,
      add column draft_content jsonb,
      add column brand_name text,
      add column real_estate_license text,
      add column principal_agent_name text,
      add column website_url text,
      add column logo_asset_id bigint references assets (id) on delete set null,
      add column brand_settings jsonb not null default '{"hideNameText": false}',
      add column billing_address jsonb not null default '{"address": null, "address2": null, "address3": null,
        "city": null, "state": null, "postalCode": null, "phone": null}',
      add column lga text,
      add column xero_contact_ref text,
      add column domain_advertiser_ref text,
      add column rea_advertiser_ref text,
      add column trademe_account_id text,
      add column internal_notes text,
      add column extra_funding boolean not null default false,
      add column fund_manually boolean not null default false,
      add column cc_agent_contact boolean not null default false,
      add column recommend_agency boolean not null default false,
      add column recommend_conveyancer boolean not null default false,
      add column recommend_conveyancer_settings jsonb not null
        default '{"partnerName": "no-partner", "defaultResponse": null}',
      add column aml_delegation boolean not null default false,
      add column aml_delegation_settings jsonb not null default '{"askAgent": true, "defaultResponse": null}',
      add column equity_referral_settings jsonb not null default '{"subject": null, "body": null}',
      add column loan_live_reminders boolean not null default true,
      add column pre_settlement_reminders boolean not null default true,
      add column post_settlement_reminders boolean not null default true,
      add column settlement_invoice_contact_primary text default 'tenantBillingContacts',
      add column settlement_invoice_contacts_secondary jsonb not null default '["kerbSettlementsTeam"]'`.execute(db);
  await sql`create index tenants_by_logo on tenants (logo_asset_id) where logo_asset_id is not null`.execute(db);
}
