import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = { createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void> };

/**
 * What `forget_log_entries` looks for: ended campaigns by the date from which their log is kept, and entries about no
 * campaign whose time ends, by their age. Status 0 is cancelled, 1 rejected, 11 complete.
 */
export async function online(_: Kysely<unknown>, { createIndex }: Steps): Promise<void> {
  await createIndex(
    'agreements_by_kept_log',
    sql`agreements ((greatest(coalesce(status_last_update, last_update_date), log_kept_from)))
      where status in (0, 1, 11)`,
  );
  await createIndex(
    'log_entries_that_end',
    sql`log_entries ((coalesce(written_date, date)))
      where target_agreement_id is null
        and (activity_code in ('cred_auth', 'cred_reset_pw', 'property_create', 'property_update', 'property_delete')
          or activity_code = 'user_create' and log_data ->> 'role' = 'vendor')`,
  );
}
