import { type Kysely, type RawBuilder, sql } from 'kysely';

type Steps = {
  createIndex: (name: string, on: RawBuilder<unknown>) => Promise<void>;
  inLots: (table: string, statement: (from: number, to: number) => RawBuilder<unknown>) => Promise<void>;
};

/** No job reads a whole table to find its rows. Status 0 is cancelled, 1 rejected, 11 complete. */
const indexes: [name: string, on: RawBuilder<unknown>][] = [
  ['assets_unused', sql`assets (upload_date) where used_for is null`],
  ['signed_documents_by_asset', sql`signed_documents (asset_id)`],
  ['signed_documents_by_agreement', sql`signed_documents (agreement_id)`],
  ['codes_by_subject', sql`codes (subject text_pattern_ops)`],
  ['webhook_deliveries_ended', sql`webhook_deliveries (creation_date) where state <> 'waiting'`],
  ['sign_in_tickets_by_expiry', sql`sign_in_tickets (expiry_date)`],
  ['client_assertions_by_expiry', sql`client_assertions (expiry_date)`],
  ['password_links_by_expiry', sql`password_links (expiry_date)`],
  ['refresh_tokens_by_expiry', sql`refresh_tokens (expiry_date)`],
  ['sign_ins_by_end', sql`sign_ins ((least(ended_date, expiry_date)))`],
  ['sign_ins_of_user', sql`sign_ins (user_id)`],
  ['messages_by_user', sql`messages (user_id) where user_id is not null`],
  ['messages_of_closed_accounts', sql`messages (id) where kind = 'account-closed' and body <> ''`],
  ['agreements_ended', sql`agreements (status_last_update, id) where status in (0, 1, 11)`],
  ['users_of_staff', sql`users (role, id) where role <> 'vendor'`],
];

/** Values by the name of their key. */
const sealed: [table: string, column: string, name: string][] = [
  ['signatories', 'sealed_details', 'personal_key_name'],
  ['payer_drafts', 'sealed_answers', 'personal_key_name'],
  ['assets', 'sealed_file_key', 'personal_key_name'],
  ['data_keys', 'sealed_key', 'personal_key_name'],
  ['messages', 'sealed_secrets', 'deployment_key_name'],
];

export async function online(_: Kysely<unknown>, { createIndex, inLots }: Steps): Promise<void> {
  for (const [name, on] of indexes) await createIndex(name, on);
  for (const [table, column, name] of sealed) {
    const value = sql.ref(column);
    const on = sql`${sql.table(table)} (${sql.ref(name)}(${value})) where octet_length(${value}) > 0`;
    await createIndex(`${table}_by_key`, on);
  }
  await inLots(
    'assets',
    (from, to) => sql`
      with lot as (
        update assets set is_counted = true where id between ${from} and ${to} and not is_counted returning size)
      insert into asset_tallies (files, bytes) select count(*), sum(size) from lot having count(*) > 0`,
  );
}
