import type { PayerDetails, SealedField } from '@kerb/domain/payers/payer-details.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

/** The details of a payer that are stored encrypted. */
export type EncryptedDetails = Pick<PayerDetails, SealedField>;

const noDetails: EncryptedDetails = {
  dateOfBirth: null,
  residentialAddress: null,
  city: null,
  state: null,
  postalCode: null,
  employmentType: null,
};

/** Binds the encrypted details to their payer: they cannot be decrypted in another payer's row. */
export const detailsOwner = (payerId: number): string => `signatory ${payerId}`;

type Row = { id: number; sealedDetails: Buffer | null };

export function decryptDetails(secrets: Secrets, { id, sealedDetails }: Row): EncryptedDetails {
  if (sealedDetails === null) return noDetails;
  return { ...noDetails, ...JSON.parse(secrets.personal.decrypt(sealedDetails, detailsOwner(id)).toString()) };
}

export const encryptDetails = (secrets: Secrets, payerId: number, details: EncryptedDetails): Buffer =>
  secrets.personal.encrypt(Buffer.from(JSON.stringify(details)), detailsOwner(payerId));
