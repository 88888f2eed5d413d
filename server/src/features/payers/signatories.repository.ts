import type { Sight } from '@kerb/domain/access/sight.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { EmploymentType, PayerDetails } from '@kerb/domain/payers/payer-details.ts';
import { type AgreementStatus, statusOfRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { inSight } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';
import { sql } from 'kysely';

/** The details of a payer that are stored encrypted. */
export type EncryptedDetails = {
  dateOfBirth: string | null;
  residentialAddress: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  employmentType: EmploymentType | null;
};
export const encryptedFields = [
  'dateOfBirth',
  'residentialAddress',
  'city',
  'state',
  'postalCode',
  'employmentType',
] as const satisfies readonly (keyof EncryptedDetails)[];

const untold: EncryptedDetails = {
  dateOfBirth: null,
  residentialAddress: null,
  city: null,
  state: null,
  postalCode: null,
  employmentType: null,
};

/** A payer with all fields, before they are filtered for an actor. */
export type SignatoryRecord = PayerDetails & {
  id: number;
  agreementId: number;
  tenantId: number;
  userId: number;
  status: AgreementStatus;
  hasAmlDelegation: boolean;
  emailAddressConfirmationDate: Moment | null;
  emailAddressCodeSentDate: Moment | null;
  mobilePhoneConfirmationDate: Moment | null;
  mobilePhoneCodeSentDate: Moment | null;
  /** When they submitted for the chosen option. For another option they agreed to other terms. */
  submittedDate: Moment | null;
  agreedTermsVersion: string | null;
  signatureDate: Moment | null;
};

type Row = Omit<SignatoryRecord, keyof EncryptedDetails | 'status'> & { rank: number; sealedDetails: Buffer | null };
type Which = { id?: number; agreementId?: number; financeApplicationId?: number };

export const detailsOwner = (signatoryId: number): string => `signatory ${signatoryId}`;

export function openDetails(
  secrets: Secrets,
  { id, sealedDetails }: Pick<Row, 'id' | 'sealedDetails'>,
): EncryptedDetails {
  if (sealedDetails === null) return untold;
  return { ...untold, ...JSON.parse(secrets.personal.decrypt(sealedDetails, detailsOwner(id)).toString()) };
}

const ofApplication = (id: number) => sql`select f.agreement_id from finance_applications f where f.id = ${id}`;

type Reading = { db: Database | Tx; secrets: Secrets };

/** The requested signatories of campaigns that the actor can see, sorted by name as every list of payers. */
export async function signatoriesInSight(
  { db, secrets }: Reading,
  sight: Sight,
  which: Which,
): Promise<SignatoryRecord[]> {
  const { id = null, agreementId = null, financeApplicationId = null } = which;
  const { rows } = await sql<Row>`
    select p.id, p.agreement_id, a.tenant_id, p.user_id, a.status as rank, t.aml_delegation as has_aml_delegation,
      p.first_name, p.middle_names, p.surname, p.email_address, p.mobile_phone, p.aml_check_completed, p.sealed_details,
      p.email_address_confirmation_date, p.email_address_code_sent_date, p.mobile_phone_confirmation_date,
      p.mobile_phone_code_sent_date, p.agreed_terms_version, p.signature_date,
      case when p.agreed_terms_version like a.finance_option_code || '-%' then p.submitted_date end as submitted_date
    from signatories p
    join agreements a on a.id = p.agreement_id
    join tenants t on t.id = a.tenant_id
    where ${inSight(sight)}
      ${id === null ? sql`` : sql`and p.id = ${id}`}
      ${agreementId === null ? sql`` : sql`and p.agreement_id = ${agreementId}`}
      ${financeApplicationId === null ? sql`` : sql`and p.agreement_id = (${ofApplication(financeApplicationId)})`}
    order by lower(p.first_name), lower(p.surname), p.id`.execute(db);
  return rows.map(({ rank, sealedDetails, ...row }) => ({
    ...row,
    status: statusOfRank(rank),
    ...openDetails(secrets, { id: row.id, sealedDetails }),
  }));
}

export async function findSignatory(reading: Reading, sight: Sight, id: number): Promise<SignatoryRecord | null> {
  const [signatory] = await signatoriesInSight(reading, sight, { id });
  return signatory ?? null;
}

/** Whether a payer has filed an identity document, which an application may require. */
export async function hasIdentityDocument(db: Database | Tx, signatoryId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from attachments d join signatories p on p.agreement_id = d.agreement_id
    where p.id = ${signatoryId} and d.purpose = 'vendor-id'
      and (d.signatory_id = p.id or (d.signatory_id is null and d.uploaded_by_user_id = ${userId})) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
