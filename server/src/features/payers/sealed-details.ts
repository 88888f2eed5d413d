import type { EmploymentType } from '@kerb/domain/payers/payer-details.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

/** The details of a payer that are stored encrypted. */
export type SealedDetails = {
  dateOfBirth: string | null;
  residentialAddress: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  employmentType: EmploymentType | null;
};
export const sealedFields = [
  'dateOfBirth',
  'residentialAddress',
  'city',
  'state',
  'postalCode',
  'employmentType',
] as const satisfies readonly (keyof SealedDetails)[];

const untold: SealedDetails = {
  dateOfBirth: null,
  residentialAddress: null,
  city: null,
  state: null,
  postalCode: null,
  employmentType: null,
};

/** Binds the encrypted details to their payer: they cannot be opened in another payer's row. */
export const detailsOwner = (payerId: number): string => `signatory ${payerId}`;

type Row = { id: number; sealedDetails: Buffer | null };

export function openDetails(secrets: Secrets, { id, sealedDetails }: Row): SealedDetails {
  if (sealedDetails === null) return untold;
  return { ...untold, ...JSON.parse(secrets.personal.open(sealedDetails, detailsOwner(id)).toString()) };
}

export const sealDetails = (secrets: Secrets, payerId: number, details: SealedDetails): Buffer =>
  secrets.personal.seal(Buffer.from(JSON.stringify(details)), detailsOwner(payerId));
