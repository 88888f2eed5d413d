import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { BounceReason, DeliveryChannel, ReceiptStatus } from '@kerb/domain/payers/delivery.ts';
import type { PayerDetails } from '@kerb/domain/payers/payer-details.ts';
import type { Payer } from '@kerb/domain/payers/payers.contract.ts';
import { countsAsAgreed } from '@kerb/domain/signing/terms.ts';
import { type AgreementStatus, statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { External } from '@kerb/domain/wire/external-refs.ts';
import { externalColumns, externalJoin, withExternalRef } from '@kerb/server/features/agreements/external-refs.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import { decryptDetails, type EncryptedDetails } from '@kerb/server/features/payers/encrypted-details.ts';
import { versionAfter } from '@kerb/server/platform/auth/link-versions.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type Insertable, sql, type Updateable } from 'kysely';

/**
 * The table `signatories`: a payer of a campaign is the signatory of its agreement. The endpoints of payers answer with
 * a `PayerRecord`, those of signatories with a `SignatoryRecord`.
 */

export type PayerRecord = External & {
  id: number;
  agreementId: number;
  userId: number;
  firstName: string;
  surname: string;
  emailAddress: string;
  mobilePhone: string | null;
  sentDate: string | null;
  signatureDate: string | null;
  linkVersion: number | null;
  /** How often others than the payer have changed the mobile. */
  mobileSetCount: number;
  contactSetterIds: number[];
  /** When the days of the latest link are over; null if there was none. */
  linkExpiryDate: Moment | null;
  delivery: NonNullable<Payer['delivery']> | null;
  deliveryReason: string | null;
  openedDate: Moment | null;
  isOpenedByMail: boolean;
  nudgedDate: Moment | null;
  /** The latest message with a link, by mail and as a text message. */
  sentMail: SentMessage | null;
  sentText: SentMessage | null;
};

export type SentMessage = {
  state: 'queued' | 'held' | 'accepted' | 'failed';
  reason: string | null;
  date: Moment;
  receiptStatus: ReceiptStatus | null;
  receiptReason: BounceReason | null;
};

type Latest<Channel extends string> = {
  [Key in keyof SentMessage as `${Channel}${Capitalize<Key>}`]: SentMessage[Key] | null;
};
type PayerRow = Omit<PayerRecord, 'sentMail' | 'sentText'> & Latest<'mail'> & Latest<'text'>;

/** The columns of the latest message with a link, each beginning with the name of the join. */
const latestColumns = (join: 'mail' | 'text') =>
  sql.raw(
    ['state', 'reason', 'date', 'receipt_status', 'receipt_reason']
      .map((name) => `${join}.${name} as ${join}_${name}`)
      .join(', '),
  );
const latestJoin = (join: 'mail' | 'text', channel: DeliveryChannel) => sql`
    left join lateral (
      select state, reason, coalesce(receipt_date, delivered_date, created_date) as date, receipt_status, receipt_reason
      from messages where signatory_id = p.id and channel = ${sql.lit(channel)}
        and kind in ('payment-link', 'payment-reminder') order by id desc limit 1
    ) ${sql.raw(join)} on true`;

const sentOf = (
  state: SentMessage['state'] | null,
  date: Moment | null,
  rest: Omit<SentMessage, 'state' | 'date'>,
): SentMessage | null => (state === null || date === null ? null : { state, date, ...rest });

function payerOf(row: PayerRow): PayerRecord {
  const { mailState, mailReason, mailDate, mailReceiptStatus, mailReceiptReason, ...others } = row;
  const { textState, textReason, textDate, textReceiptStatus, textReceiptReason, ...payer } = others;
  return {
    ...payer,
    sentMail: sentOf(mailState, mailDate, {
      reason: mailReason,
      receiptStatus: mailReceiptStatus,
      receiptReason: mailReceiptReason,
    }),
    sentText: sentOf(textState, textDate, {
      reason: textReason,
      receiptStatus: textReceiptStatus,
      receiptReason: textReceiptReason,
    }),
  };
}

const linkWorks = sql`p.payment_link_hash is not null and p.payment_link_ended_date is null`;

/** Includes the outcome of the latest e-mail to each. Sorted by name, as every list of payers. */
async function selectPayers(db: Database | Tx, agreementId: number, payerId: number | null): Promise<PayerRecord[]> {
  const { rows } = await sql<PayerRow>`
    select p.id, p.agreement_id, p.user_id, p.first_name, p.surname, p.email_address, p.mobile_phone, p.sent_date,
      p.signature_date, case when ${linkWorks} then p.payment_link_version end as link_version,
      p.mobile_set_count, p.contact_setter_ids,
      p.payment_link_expiry_date as link_expiry_date,
      p.payment_link_opened_date as opened_date, p.payment_link_opened_by_mail is true as is_opened_by_mail,
      p.nudged_date, m.state as delivery, m.reason as delivery_reason,
      ${latestColumns('mail')}, ${latestColumns('text')}, ${externalColumns}
    from signatories p
    left join lateral (
      select state, reason from messages where signatory_id = p.id and channel = 'email' order by id desc limit 1
    ) m on true
    ${latestJoin('mail', 'email')} ${latestJoin('text', 'sms')} ${externalJoin('payer', sql`p.id`)}
    where p.agreement_id = ${agreementId} and (${payerId}::bigint is null or p.id = ${payerId})
    order by lower(p.first_name), lower(p.surname), p.id`.execute(db);
  return rows.map(payerOf);
}

export const payersOf = (db: Database | Tx, agreementId: number) => selectPayers(db, agreementId, null);

export async function findPayer(db: Database | Tx, agreementId: number, payerId: number): Promise<PayerRecord | null> {
  const [payer] = await selectPayers(db, agreementId, payerId);
  return payer ?? null;
}

/** The payer of a campaign, or a 404. */
export async function payerOfCampaign(db: Database | Tx, agreementId: number, payerId: number): Promise<PayerRecord> {
  const payer = await findPayer(db, agreementId, payerId);
  if (!payer) throw notFound('payer');
  return payer;
}

/** A payer with all fields, before they are filtered for an actor. */
export type SignatoryRecord = PayerDetails &
  External & {
    id: number;
    agreementId: number;
    tenantId: number;
    campaignName: string;
    userId: number;
    status: AgreementStatus;
    hasAmlDelegation: boolean;
    emailAddressConfirmationDate: Moment | null;
    emailAddressCodeSentDate: Moment | null;
    mobilePhoneConfirmationDate: Moment | null;
    mobilePhoneCodeSentDate: Moment | null;
    mobilePhoneConfirmedByPayer: boolean;
    /** When they entered the code of their application. */
    applicationCodeDate: Moment | null;
    /** When they submitted for the chosen option. For another option they agreed to other terms. */
    submittedDate: Moment | null;
    /** When they submitted, for any option. */
    everSubmittedDate: Moment | null;
    financeOptionCode: FinanceOptionCode | null;
    /** When the campaign was sent to them. */
    sentDate: Moment | null;
    /** Whether they ever had a Payment URL. */
    hasLink: boolean;
    agreedTermsVersion: string | null;
    signatureDate: Moment | null;
    mobileSetCount: number;
    /** Users other than the payer who entered their contacts. They cannot approve the loan or sign for the payer. */
    contactSetterIds: number[];
  };

type Row = Omit<SignatoryRecord, keyof EncryptedDetails | 'status' | 'everSubmittedDate'> & {
  rank: number;
  sealedDetails: Buffer | null;
};
type Which = {
  id?: number;
  agreementId?: number;
  financeApplicationId?: number;
  externalRef?: string;
  ids?: readonly number[];
};

const ofApplication = (id: number) => sql`select f.agreement_id from finance_applications f where f.id = ${id}`;

type Reading = { db: Database | Tx; secrets: Secrets; country: CountryRules };

export const readingOf = ({ tx, deps: { secrets, country } }: Work): Reading => ({ db: tx, secrets, country });

/** The requested signatories of campaigns that the actor can see, sorted by name as every list of payers. */
export async function signatoriesInScope(
  { db, secrets, country }: Reading,
  scope: AccessScope,
  which: Which,
): Promise<SignatoryRecord[]> {
  const { id = null, agreementId = null, financeApplicationId = null, externalRef = null, ids = null } = which;
  const { rows } = await sql<Row>`
    select p.id, p.agreement_id, a.tenant_id, a.name as campaign_name, p.user_id, a.status as rank, t.aml_delegation as has_aml_delegation,
      p.first_name, p.middle_names, p.surname, p.email_address, p.mobile_phone, p.aml_check_completed, p.sealed_details,
      p.email_address_confirmation_date, p.email_address_code_sent_date, p.mobile_phone_confirmation_date,
      p.mobile_phone_code_sent_date, p.mobile_phone_confirmed_by_payer, p.application_code_date,
      p.agreed_terms_version, p.signature_date, p.submitted_date,
      p.mobile_set_count, p.contact_setter_ids, p.sent_date,
      p.payment_link_hash is not null as has_link, a.finance_option_code, ${externalColumns}
    from signatories p
    join agreements a on a.id = p.agreement_id
    join tenants t on t.id = a.tenant_id
    ${externalJoin('payer', sql`p.id`)}
    where ${inScope(scope)}
      ${ids === null ? sql`` : sql`and p.id = any(${ids}::bigint[])`}
      ${externalRef === null ? sql`` : sql`and p.id in (${withExternalRef('payer', externalRef, scope)})`}
      ${id === null ? sql`` : sql`and p.id = ${id}`}
      ${agreementId === null ? sql`` : sql`and p.agreement_id = ${agreementId}`}
      ${financeApplicationId === null ? sql`` : sql`and p.agreement_id = (${ofApplication(financeApplicationId)})`}
    order by lower(p.first_name), lower(p.surname), p.id`.execute(db);
  return rows.map(({ rank, sealedDetails, ...row }) => ({
    ...row,
    everSubmittedDate: row.submittedDate,
    // A submission for another option, or for terms that no longer count, is not one for this option.
    submittedDate: countsAsAgreed(country, row.financeOptionCode, row.agreedTermsVersion) ? row.submittedDate : null,
    status: statusOfRank(rank),
    ...decryptDetails(secrets, { id: row.id, sealedDetails }),
  }));
}

/** The signatory, or a 404. */
export async function signatoryInScope(reading: Reading, scope: AccessScope, id: number): Promise<SignatoryRecord> {
  const signatory = await findSignatory(reading, scope, id);
  if (!signatory) throw notFound('signatory');
  return signatory;
}

export async function findSignatory(reading: Reading, scope: AccessScope, id: number): Promise<SignatoryRecord | null> {
  const [signatory] = await signatoriesInScope(reading, scope, { id });
  return signatory ?? null;
}

/** Null if the campaign already has a payer with this e-mail address. */
export async function insertPayer(tx: Tx, payer: Insertable<Schema['signatories']>): Promise<number | null> {
  const added = await tx
    .insertInto('signatories')
    .values(payer)
    .onConflict((conflict) => conflict.expression(sql`agreement_id, lower(email_address)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}

export async function updatePayers(
  tx: Tx,
  ids: readonly number[],
  changes: Omit<Updateable<Schema['signatories']>, 'id' | 'agreementId' | 'paymentLinkVersion'>,
): Promise<void> {
  await tx.updateTable('signatories').set(changes).where('id', 'in', ids).execute();
}

/** The database deletes the payer's draft with them. Their sign-ins stay, ended. */
export async function deletePayer(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('signatories').where('id', '=', id).execute();
}

/** The version of the next Payment URL, with the newest key. */
export async function nextLinkVersion(tx: Tx, id: number, keyNumber: number): Promise<number> {
  const { version } = await tx
    .selectFrom('signatories')
    .select('paymentLinkVersion as version')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const next = versionAfter(version, keyNumber);
  await tx.updateTable('signatories').set({ paymentLinkVersion: next }).where('id', '=', id).execute();
  return next;
}
