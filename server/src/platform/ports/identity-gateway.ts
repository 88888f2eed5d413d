import type { CountryRules } from '@kerb/domain/countries/country.ts';

/** The provider could not be reached, took too long, or sent an unreadable response. */
export class IdentityUnavailable extends Error {}

export type IdentifiedPerson = {
  /** The same for every request of this profile. */
  reference: string;
  firstName: string;
  middleNames: string | null;
  surname: string;
  dateOfBirth: string | null;
  /** Null: the person lives at the property. */
  address: { street: string; city: string | null; state: string | null; postalCode: string | null } | null;
  country: Pick<CountryRules, 'threeLetterCode'>;
  emailAddress: string;
  mobilePhone: string | null;
};

export type IdentityProfile = { entityId: string; link: string };
export type IdentityResult = 'pass' | 'fail';

/**
 * Checks identities with a provider. Every call can throw IdentityUnavailable. None may be made within a transaction.
 */
export type IdentityGateway = {
  /** Creates one profile for each reference, no matter how often it is called. */
  createProfile: (person: IdentifiedPerson) => Promise<IdentityProfile>;
  runCheck: (entityId: string) => Promise<IdentityResult>;
  /**
   * Sends the person a link to show their face and identity documents. Returns the link if we must send it ourselves.
   */
  sendSms: (entityId: string, mobilePhone: string) => Promise<{ link: string } | null>;
};
