import type { AuthorisationMethod } from '@kerb/domain/signing/signing-rules.ts';
import type { Generated, JSONColumnType } from 'kysely';

export type Signatories = {
  id: Generated<number>;
  agreementId: number;
  userId: number;
  firstName: string;
  surname: string;
  emailAddress: string;
  mobilePhone: string | null;
  createdDate: string;
  lastUpdateDate: string;
  sentDate: Generated<string | null>;
  signatureDate: Generated<string | null>;
  paymentLinkVersion: Generated<number>;
  paymentLinkHash: Generated<Buffer | null>;
  middleNames: Generated<string | null>;
  /** Age, home and work, as `server/src/platform/personal-data.ts` seals them. */
  sealedDetails: Generated<Buffer | null>;
  amlCheckCompleted: Generated<boolean>;
  emailAddressConfirmationDate: Generated<string | null>;
  emailAddressCodeSentDate: Generated<string | null>;
  mobilePhoneConfirmationDate: Generated<string | null>;
  mobilePhoneCodeSentDate: Generated<string | null>;
  submittedDate: Generated<string | null>;
  agreedTermsVersion: Generated<string | null>;
};

type PayerDrafts = {
  signatoryId: number;
  reviewed: string[];
  sealedAnswers: Buffer | null;
  lastUpdateDate: string;
};

/** Everything that tells of one signature. Voided where its campaign was reopened, and never deleted. */
export type Signatures = {
  id: Generated<number>;
  signatoryId: number;
  agreementId: number;
  signatureDate: string;
  /** The same moment as the organisation's clock shows it, with its offset. */
  localTime: string;
  legalName: string;
  emailAddress: string;
  mobilePhone: string | null;
  contactVerifiedDate: string | null;
  authorisationType: AuthorisationMethod;
  signingUserId: number | null;
  signingUserName: string;
  signingUserEmail: string;
  signInId: number | null;
  ipAddress: string | null;
  userAgent: string | null;
  geoLocation: string | null;
  geoRefusal: string | null;
  termsVersion: string;
  termsSha256: string;
  consent: string;
  documentSha256: string;
  voidedDate: Generated<string | null>;
};

export type SignatureEventKind = 'code-sent' | 'code-entered' | 'code-failed' | 'signed' | 'voided' | 'copy-delivered';
type SignatureEvents = {
  id: Generated<number>;
  signatoryId: number;
  date: string;
  kind: SignatureEventKind;
  channel: string | null;
  userId: number | null;
  ipAddress: string | null;
};

type SignedDocuments = {
  id: Generated<number>;
  agreementId: number;
  assetId: number;
  title: string;
  /** Printed on the document, for whoever holds it on paper. */
  code: string;
  unsignedSha256: string;
  sha256: string;
  signedDate: string;
  signatures: JSONColumnType<{ initials: string; signatureDate: string }[]>;
  voidedDate: Generated<string | null>;
};

type IdentityChecks = {
  id: Generated<number>;
  signatoryId: number;
  entityId: string;
  link: string;
  createDate: string;
  checkDate: Generated<string | null>;
  checkResult: Generated<'pass' | 'fail' | null>;
  smsSentDate: Generated<string | null>;
};

export type SigningTables = {
  signatories: Signatories;
  payerDrafts: PayerDrafts;
  signatures: Signatures;
  signatureEvents: SignatureEvents;
  signedDocuments: SignedDocuments;
  identityChecks: IdentityChecks;
};
