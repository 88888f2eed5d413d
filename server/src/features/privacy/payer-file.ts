import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { PersonalFile } from '@kerb/domain/privacy/personal-file.contract.ts';
import { statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { decryptDetails } from '@kerb/server/features/payers/encrypted-details.ts';
import { draftOwner } from '@kerb/server/features/signing/payer-flow.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

export type Reading = { db: Database; secrets: Secrets; country: CountryRules };

/** Whose data: that of an account with all its campaigns, or of one payer alone. */
export type Whose = { userId: number; payerIds: number[]; agreementIds: number[]; isAccount: boolean };

type Campaign = PersonalFile['campaigns'][number];

type Row = Omit<
  Campaign,
  | 'flowNumber'
  | 'status'
  | 'details'
  | 'typedAnswers'
  | 'signatures'
  | 'identityChecks'
  | 'loanRequests'
  | 'signedLetters'
> & {
  id: number;
  agreementId: number;
  campaignBudgetFundsPurpose: FundsPurpose;
  rank: number;
  firstName: string;
  middleNames: string | null;
  surname: string;
  emailAddress: string;
  mobilePhone: string | null;
  sealedDetails: Buffer | null;
  sealedAnswers: Buffer | null;
};

async function signaturesOf({ db }: Reading, signatoryId: number, agreementId: number) {
  const { rows } = await sql<Campaign['signatures'][number]>`
    select signature_date, legal_name, email_address, mobile_phone, ip_address, user_agent as browser,
      geo_location as location, terms_version, consent, voided_date
    from signatures where agreement_id = ${agreementId} and signatory_id = ${signatoryId} order by id`.execute(db);
  return rows;
}

async function checksOf({ db }: Reading, signatoryId: number) {
  const { rows } = await sql<Campaign['identityChecks'][number]>`
    select create_date, check_date, check_result from identity_checks where signatory_id = ${signatoryId}`.execute(db);
  return rows;
}

async function requestsOf({ db }: Reading, signatoryId: number) {
  const { rows } = await sql<Campaign['loanRequests'][number]>`
    select asked_date, kind, reason, can_pay, wished_date, outcome, answer, answered_date, new_due_date
    from loan_requests where signatory_id = ${signatoryId} order by id`.execute(db);
  return rows;
}

async function lettersOf({ db }: Reading, signatoryId: number) {
  const { rows } = await sql<Campaign['signedLetters'][number]>`
    select r.new_due_date, s.signature_date, s.authorisation_type as code_sent_by, s.legal_name, s.email_address,
      s.mobile_phone, s.consent, s.user_agent, s.ip_address
    from loan_request_signatures s join loan_requests r on r.id = s.request_id
    where s.signatory_id = ${signatoryId} order by s.signature_date`.execute(db);
  return rows;
}

async function campaignOf(reading: Reading, row: Row): Promise<Campaign> {
  const { secrets, country } = reading;
  const { id, firstName, middleNames, surname, emailAddress, mobilePhone } = row;
  return {
    flowNumber: flowNumber({ ...row, id: row.agreementId }, country.code),
    name: row.name,
    organisation: row.organisation,
    status: statusOfRank(row.rank),
    details: { firstName, middleNames, surname, emailAddress, mobilePhone, ...decryptDetails(secrets, row) },
    typedAnswers: row.sealedAnswers
      ? JSON.parse(secrets.personal.decrypt(row.sealedAnswers, draftOwner(id)).toString())
      : {},
    emailAddressConfirmationDate: row.emailAddressConfirmationDate,
    mobilePhoneConfirmationDate: row.mobilePhoneConfirmationDate,
    submittedDate: row.submittedDate,
    agreedTermsVersion: row.agreedTermsVersion,
    signatures: await signaturesOf(reading, id, row.agreementId),
    identityChecks: await checksOf(reading, id),
    loanRequests: await requestsOf(reading, id),
    signedLetters: await lettersOf(reading, id),
  };
}

/** The campaigns that the person pays for, with what they told about themselves. */
export async function campaignsOf(reading: Reading, { payerIds }: Whose): Promise<Campaign[]> {
  const { rows } = await sql<Row>`
    select p.id, p.agreement_id, a.campaign_budget_funds_purpose, a.name, t.name as organisation, a.status as rank,
      p.first_name, p.middle_names, p.surname, p.email_address, p.mobile_phone, p.sealed_details, d.sealed_answers,
      p.email_address_confirmation_date, p.mobile_phone_confirmation_date, p.submitted_date, p.agreed_terms_version
    from signatories p join agreements a on a.id = p.agreement_id join tenants t on t.id = a.tenant_id
    left join payer_drafts d on d.signatory_id = p.id
    where p.id = any(${payerIds}::bigint[]) order by p.id`.execute(reading.db);
  const campaigns: Campaign[] = [];
  for (const row of rows) campaigns.push(await campaignOf(reading, row));
  return campaigns;
}

type DocumentRow = Omit<PersonalFile['documents'][number], 'flowNumber'> & {
  id: number;
  campaignBudgetFundsPurpose: FundsPurpose;
};

/** The person's own documents in their campaigns. Documents of the campaign itself are about everybody in it. */
export async function documentsOf(
  { db, country }: Reading,
  { userId, payerIds, agreementIds }: Whose,
): Promise<PersonalFile['documents']> {
  const { rows } = await sql<DocumentRow>`
    select a.id, a.campaign_budget_funds_purpose, f.file_name, d.purpose, d.upload_date
    from attachments d join assets f on f.id = d.asset_id join agreements a on a.id = d.agreement_id
    where d.agreement_id = any(${agreementIds}::bigint[])
      and (d.signatory_id = any(${payerIds}::bigint[]) or d.signatory_id is null and d.uploaded_by_user_id = ${userId})
    order by d.id`.execute(db);
  return rows.map(({ id, campaignBudgetFundsPurpose, ...row }) => ({
    ...row,
    flowNumber: flowNumber({ id, campaignBudgetFundsPurpose }, country.code),
  }));
}

/**
 * The records of payers with the address of an account, and their campaigns. A record with another address than the
 * account is left out: its payer downloads it with the link that is sent to that address.
 */
export async function whoseAccount(db: Database, userId: number): Promise<Whose> {
  const { rows } = await sql<{ id: number; agreementId: number }>`
    select p.id, p.agreement_id from signatories p join users u on u.id = p.user_id
    where u.id = ${userId} and lower(p.email_address) = lower(u.email_address) order by p.id`.execute(db);
  const payerIds = rows.map(({ id }) => id);
  return { userId, payerIds, agreementIds: rows.map(({ agreementId }) => agreementId), isAccount: true };
}
