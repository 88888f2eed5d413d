/** The provider could not be reached, took too long, or answered what nobody can read. */
export class IdentityUnavailable extends Error {}

export type IdentifiedPerson = {
  /** The same however often the profile is asked for. */
  reference: string;
  firstName: string;
  middleNames: string | null;
  surname: string;
  dateOfBirth: string | null;
  /** Null: at the property. */
  address: { street: string; city: string | null; state: string | null; postalCode: string | null } | null;
  country: 'AU' | 'NZ';
  emailAddress: string;
  mobilePhone: string | null;
};

export type IdentityProfile = { entityId: string; link: string };
export type IdentityResult = 'pass' | 'fail';

/** Asks another who somebody is. All of it throws IdentityUnavailable; none may be called in a transaction. */
export type IdentityGateway = {
  /** Makes one profile for each reference, however often it is called. */
  createProfile: (person: IdentifiedPerson) => Promise<IdentityProfile>;
  runCheck: (entityId: string) => Promise<IdentityResult>;
  /**
   * Sends the person a link by which they show their face and their papers. Answers with the link where the provider
   * leaves it to us to send it.
   */
  sendSms: (entityId: string, mobilePhone: string) => Promise<{ link: string } | null>;
};
