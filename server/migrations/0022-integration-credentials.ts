import { type Kysely, sql } from 'kysely';

/** Credentials of integrations: their organisation, expiry and sign-ins. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table credentials
      add column tenant_id bigint references tenants (id) on delete cascade,
      add column expiry_date timestamptz,
      add constraint credentials_of_tenant
        check (type = 'clientid' or (tenant_id is null and expiry_date is null))`.execute(db);
  await sql`create index credentials_by_tenant on credentials (tenant_id) where tenant_id is not null`.execute(db);
  await sql`
    alter table sign_ins add column credential_id bigint references credentials (id) on delete cascade`.execute(db);
  await sql`
    create index sign_ins_by_credential on sign_ins (credential_id) where credential_id is not null`.execute(db);
}
