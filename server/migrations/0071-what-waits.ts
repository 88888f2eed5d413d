import { type Kysely, sql } from 'kysely';

/**
 * What ends when a person loses the right to ask for it. `url_by_user_id` is the person or the program that chose the
 * address of a webhook, or the person who switched it on again after a look at the address. `end_reason` of a secret or
 * key is set if it was not ended by hand. `bank_account_next_by_user_id` asked for the account that takes effect later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table pending_acts
      drop constraint pending_acts_outcome_check,
      drop constraint pending_acts_check1,
      add constraint pending_acts_outcomes
        check (outcome in ('done', 'refused', 'withdrawn', 'expired', 'ended')),
      add constraint pending_acts_decider
        check (outcome is null or outcome in ('expired', 'ended') or decided_by_user_id is not null)`.execute(db);
  await sql`
    alter table webhooks
      add column url_by_user_id bigint references users (id) on delete set null,
      drop constraint webhooks_disabled_reason_check,
      add constraint webhooks_reasons
        check (disabled_reason in ('owner', 'failing', 'person-left', 'program-ended', 'secret-ended'))`.execute(db);
  await sql`update webhooks set url_by_user_id = created_by_user_id`.execute(db);
  await sql`create index webhooks_by_url_user on webhooks (url_by_user_id)`.execute(db);
  await sql`
    alter table tenants
      add column bank_account_next_by_user_id bigint references users (id) on delete set null`.execute(db);
  await sql`
    alter table service_credentials
      add column end_reason text check (end_reason in ('adder-left'))`.execute(db);
  await sql`create index service_credentials_by_adder on service_credentials (created_by_user_id)`.execute(db);
}
