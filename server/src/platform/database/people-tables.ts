import type { TenantUserType } from '@kerb/domain/access/actor.ts';
import type { ContactType } from '@kerb/domain/people/contact-details.contract.ts';
import type { Generated } from 'kysely';

export type UserInvitations = {
  id: Generated<number>;
  tenantId: number;
  firstName: string;
  surname: string;
  emailAddress: string;
  mobilePhone: string | null;
  jobTitle: string | null;
  tenantUserType: TenantUserType;
  receivesAllAgentNotices: boolean;
  receivesBillingEmailNotices: boolean;
  profilePictureAssetId: number | null;
  tokenHash: Buffer;
  sendDate: string;
  expiryDate: string;
  acceptedDate: Generated<string | null>;
  acceptedUserId: Generated<number | null>;
  revokedDate: Generated<string | null>;
  createdByUserId: number | null;
  createdDate: string;
  lastUpdateDate: string;
};

export type ContactDetails = {
  id: Generated<number>;
  userId: number | null;
  tenantId: number | null;
  type: ContactType;
  isPrimary: Generated<boolean>;
  name: string | null;
  attention: string | null;
  address: string | null;
  address2: string | null;
  address3: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  postalCode: string | null;
  phone: string | null;
  mobilePhone: string | null;
  lastUpdateDate: string;
  confirmationDate: Generated<string | null>;
  deleteDate: Generated<string | null>;
};

/** See `server/src/platform/auth/codes.ts`. */
export type Codes = { purpose: string; subject: string; hash: string; expiryDate: string };

/** See `server/src/features/session/second-factor.ts`. */
export type SecondFactors = {
  userId: number;
  sealedSecret: Buffer;
  createdDate: string;
  /** Null while it is being set up. */
  confirmedDate: Generated<string | null>;
  /** The step of the last code that was taken: none of it or before works again. */
  lastStep: Generated<number>;
};

export type RecoveryCodes = { userId: number; hash: string; usedDate: Generated<string | null> };

/** A sign-in whose password was right and whose code is still to come. */
export type SignInSteps = { hash: Buffer; userId: number; means: string; back: string; expiryDate: string };
