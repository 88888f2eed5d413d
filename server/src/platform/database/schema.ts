import type { Role, TenantUserType } from '@kerb/domain/access/actor.ts';
import type { AgreementFieldName } from '@kerb/domain/agreements/agreement-fields.ts';
import type { ChangeGroup } from '@kerb/domain/agreements/change-groups.ts';
import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { GroupVersions } from '@kerb/domain/kernel/group-versions.ts';
import type { PropertyGroup } from '@kerb/domain/properties/property-groups.ts';
import type { ViewedList } from '@kerb/domain/views/views.contract.ts';
import type { CardSandboxTables } from '@kerb/server/platform/database/card-sandbox-tables.ts';
import type { LoanTables } from '@kerb/server/platform/database/loan-tables.ts';
import type * as money from '@kerb/server/platform/database/money-tables.ts';
import type { PaymentTables } from '@kerb/server/platform/database/payment-tables.ts';
import type * as people from '@kerb/server/platform/database/people-tables.ts';
import type { SigningTables } from '@kerb/server/platform/database/signing-tables.ts';
import type { Tenants } from '@kerb/server/platform/database/tenant-tables.ts';
import type { WebhookTables } from '@kerb/server/platform/database/webhook-tables.ts';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

// Names are camelCase here and snake_case in SQL; a plugin translates. Days, moments and amounts are text.

type Users = {
  id: Generated<number>;
  emailAddress: string;
  firstName: string;
  surname: string;
  mobilePhone: string | null;
  jobTitle: string | null;
  role: Role;
  profilePictureAssetId: Generated<number | null>;
  disabledDate: string | null;
  createdDate: string;
  lastUpdateDate: string;
};

type Credentials = {
  id: Generated<number>;
  userId: number;
  type: 'logon' | 'clientid';
  logonIdentifier: string;
  passwordHash: string | null;
  disabledSinceDate: string | null;
  lastPasswordChangeDate: string | null;
  lastUsageDate: string | null;
  creationDate: string;
  lastUpdateDate: string;
  tenantId: Generated<number | null>;
  expiryDate: Generated<string | null>;
};

type TenantUsers = {
  tenantId: number;
  userId: number;
  tenantUserType: TenantUserType;
  receivesAllAgentNotices: Generated<boolean>;
  receivesBillingEmailNotices: Generated<boolean>;
};

/** The fields of the domain's table, as text, number or flag; the repository turns them into values. */
export type AgreementColumns = { [Name in Exclude<AgreementFieldName, 'agentUser'>]: Generated<unknown> };

type Agreements = AgreementColumns & {
  id: Generated<number>;
  version: Generated<number>;
  groupVersions: Generated<GroupVersions<ChangeGroup>>;
  tenantId: number;
  budgetOwnerTenantId: number;
  propertyId: Generated<number | null>;
  agentUserId: Generated<number | null>;
  createdByUserId: number | null;
  createdDate: string;
  status: number;
};

type SignIns = {
  id: Generated<number>;
  userId: number;
  cookieHash: Buffer;
  agreementId: number | null;
  signatoryId: number | null;
  credentialId: Generated<number | null>;
  createdDate: string;
  lastUsedDate: string;
  expiryDate: string;
  endedDate: Generated<string | null>;
  ipAddress: string | null;
  userAgent: string | null;
};

type TokenFamilies = {
  id: Generated<number>;
  signInId: number;
  createdDate: string;
  endedDate: Generated<string | null>;
};
type RefreshTokens = { hash: Buffer; familyId: number; expiryDate: string; usedDate: Generated<string | null> };
type SignInTickets = { accessHash: Buffer; refreshHash: Buffer; signInId: number; expiryDate: string };

type PasswordLinks = {
  hash: Buffer;
  userId: number;
  purpose: 'invite' | 'reset';
  expiryDate: string;
  usedDate: Generated<string | null>;
};

type SigningKeys = {
  id: string;
  sealedPrivateKey: Buffer;
  publicKey: JSONColumnType<Record<string, unknown>>;
  createdDate: string;
  retiredDate: Generated<string | null>;
};

type Throttles = { key: string; count: number; windowEnd: string };

type LogEntries = {
  id: GeneratedAlways<number>;
  date: string;
  userId: number | null;
  userName: string;
  activityCode: ActivityCode;
  description: string;
  logData: JSONColumnType<Record<string, unknown>>;
  targetAgreementId: number | null;
  targetTenantId: number | null;
  targetUserId: number | null;
  ipAddress: string | null;
};

type Messages = {
  id: Generated<number>;
  kind: string;
  channel: 'email' | 'sms';
  audience: 'staff' | 'vendor';
  recipient: string;
  subject: string | null;
  body: string;
  sealedSecrets: Buffer | null;
  state: 'queued' | 'held' | 'accepted' | 'failed';
  reason: Generated<string | null>;
  attempts: Generated<number>;
  nextAttemptDate: string;
  createdDate: string;
  deliveredDate: Generated<string | null>;
  agreementId: number | null;
  signatoryId: number | null;
  userId: number | null;
  occasion: string | null;
  attachmentKind: Generated<string | null>;
  attachmentId: Generated<number | null>;
};

type Properties = {
  id: Generated<number>;
  version: Generated<number>;
  groupVersions: Generated<GroupVersions<PropertyGroup>>;
  type: string | null;
  domainPropertyRef: Generated<string | null>;
  address: string;
  address2: Generated<string | null>;
  address3: Generated<string | null>;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  bedrooms: Generated<number | null>;
  bathrooms: Generated<number | null>;
  carSpaces: Generated<number | null>;
  description: Generated<string | null>;
  createdDate: string;
  lastUpdateDate: string;
  /** Made of the address by the database. */
  addressKey: GeneratedAlways<string>;
};

type Assets = {
  id: Generated<number>;
  tenantId: number;
  fileName: string;
  contentType: string;
  size: number;
  sha256: Buffer;
  storageKey: string;
  sealedFileKey: Buffer;
  uploadedByUserId: number | null;
  uploadDate: string;
};

type Attachments = {
  id: Generated<number>;
  agreementId: number;
  assetId: number;
  signatoryId: number | null;
  purpose: AttachmentPurpose;
  uploadedByUserId: number | null;
  uploadDate: string;
};

type ListViews = {
  id: Generated<number>;
  userId: number;
  list: ViewedList;
  name: string;
  search: string;
  createdDate: string;
  lastUpdateDate: string;
};

type TablesElsewhere = CardSandboxTables & PaymentTables & LoanTables & SigningTables & WebhookTables;

export type Schema = TablesElsewhere & {
  users: Users;
  credentials: Credentials;
  tenants: Tenants;
  tenantUsers: TenantUsers;
  userInvitations: people.UserInvitations;
  contactDetails: people.ContactDetails;
  properties: Properties;
  agreements: Agreements;
  signIns: SignIns;
  tokenFamilies: TokenFamilies;
  refreshTokens: RefreshTokens;
  signInTickets: SignInTickets;
  passwordLinks: PasswordLinks;
  signingKeys: SigningKeys;
  throttles: Throttles;
  codes: people.Codes;
  secondFactors: people.SecondFactors;
  recoveryCodes: people.RecoveryCodes;
  signInSteps: people.SignInSteps;
  logEntries: LogEntries;
  messages: Messages;
  assets: Assets;
  attachments: Attachments;
  invoices: money.Invoices;
  invoiceLines: money.InvoiceLines;
  listViews: ListViews;
  tenantFinanceOptions: money.TenantFinanceOptions;
  campaignFinanceOptions: money.CampaignFinanceOptions;
  financeApplications: money.FinanceApplications;
  batches: money.Batches;
  batchItems: money.BatchItems;
  bankStatements: money.BankStatements;
  bankStatementLines: money.BankStatementLines;
  sandboxState: { key: string; value: JSONColumnType<Record<string, unknown>> };
};
