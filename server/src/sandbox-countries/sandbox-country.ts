import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';

export const organisationKeys = ['harbour', 'valley', 'coast', 'ranges', 'styling', 'finance'] as const;
export type OrganisationKey = (typeof organisationKeys)[number];

/** A real place: suburb or city, with its postcode. Streets are invented. */
export type DemoPlace = { address2?: string; city: string; state?: string; postalCode: string };

export type DemoOrganisation = {
  name: string;
  identifier: string;
  type: OrganisationType;
  timeZone: string;
  enableDeposits: boolean;
  allowAddingProperty: boolean;
  places: readonly DemoPlace[];
};

export type BankDetails = {
  legalName: string;
  abn: string;
  batchPaymentSchedule: string;
  bankAccountName: string;
  bankBsbNumber: string | null;
  bankAccountNumber: string;
};

/** The arguments are in the order of the tables. */
export const details = (
  legalName: string,
  abn: string,
  batchPaymentSchedule: string,
  bankBsbNumber: string | null,
  bankAccountNumber: string,
): BankDetails => ({
  ...{ legalName, abn, batchPaymentSchedule, bankBsbNumber, bankAccountNumber },
  bankAccountName: `${legalName} Demo`,
});

export type DemoCountry = {
  organisations: Record<OrganisationKey, DemoOrganisation>;
  /** Numbers with valid checksums that belong to nobody. A bank would reject a real payment to one of them. */
  bankDetails: Record<OrganisationKey, BankDetails>;
  streets: readonly string[];
  /** Phone numbers that the regulator reserves for fiction. If it reserves none, nobody in the demo has a mobile. */
  mobiles: readonly string[];
  /** Landlines that the regulator reserves for fiction, one for each organisation. */
  officePhones: readonly string[];
  /** Names that text messages of these organisations show as their sender. */
  smsSenderNames: Partial<Record<OrganisationKey, string>>;
};

/** A real place with its postcode. The streets are invented. */
export type SandboxPlace = { address2: string | null; city: string; state: string | null; postalCode: string };
/** The addresses that the sandbox's address search finds. */
export type SandboxAddresses = { places: readonly SandboxPlace[]; streets: readonly string[] };

/** What a sandbox of a country starts with: its demo data, and the addresses of its search. */
export type SandboxCountry = DemoCountry & { addresses: SandboxAddresses };
