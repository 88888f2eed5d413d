import { type Kysely, sql } from 'kysely';

/**
 * A webhook of a program is also paused when the program has no valid secret or key any more, or may no longer manage
 * webhooks. `bank_account_next_confirmed_by_user_id` confirmed the account that takes effect later; null if it was
 * confirmed before this migration, at most a day ago.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhooks
      drop constraint webhooks_reasons,
      add constraint webhooks_reasons
        check (disabled_reason in ('owner', 'failing', 'person-left', 'program-ended', 'secret-ended', 'no-secret',
          'scope-ended'))`.execute(db);
  await sql`
    alter table tenants
      add column bank_account_next_confirmed_by_user_id bigint references users (id) on delete set null`.execute(db);
}
