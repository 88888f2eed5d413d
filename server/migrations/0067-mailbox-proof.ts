import { type Kysely, sql } from 'kysely';

/**
 * `is_from_mailbox`: whether a payer's sign-in has proved their mailbox, by the link of an e-mail or by a code.
 * `application_code_date`: when the payer entered the code of their application.
 *
 * Before, a code in any sign-in by a Payment URL counted as the payer's own, also if staff had opened the link. Which
 * of these mobiles payers confirmed is not known, so unsigned payers confirm again; until then codes go to their
 * mailbox.
 *
 * The indexes find who else has the mobile of a payer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sign_ins add column is_from_mailbox boolean not null default false`.execute(db);
  await sql`alter table signatories add column application_code_date timestamptz`.execute(db);
  await sql`
    update signatories set application_code_date = least(email_address_confirmation_date,
      case when mobile_phone_confirmed_by_payer then mobile_phone_confirmation_date end)`.execute(db);
  await sql`
    update signatories set mobile_phone_confirmed_by_payer = false
    where mobile_phone_confirmed_by_payer and signature_date is null`.execute(db);
  await sql`
    create index signatories_by_mobile on signatories (mobile_phone) where mobile_phone is not null`.execute(db);
  await sql`create index users_by_mobile on users (mobile_phone) where mobile_phone is not null`.execute(db);
}
