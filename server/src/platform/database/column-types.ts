import type { Role, TenantUserType } from '@kerb/domain/access/actor.ts';
import type { Scope } from '@kerb/domain/access/scopes.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { ChangeGroup } from '@kerb/domain/agreements/change-groups.ts';
import type { ActivityCode } from '@kerb/domain/audit/activity.ts';
import type { BatchStatus } from '@kerb/domain/batches/batch-moves.ts';
import type { AccountingSystem } from '@kerb/domain/books/journal-files.ts';
import type { RateValues } from '@kerb/domain/countries/country-rates.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { CredentialEndReason, EndReason } from '@kerb/domain/integrations/identity-rules.ts';
import type { KeyAlgorithm } from '@kerb/domain/integrations/integrations.contract.ts';
import type { GroupVersions } from '@kerb/domain/kernel/group-versions.ts';
import type { AmountsAhead } from '@kerb/domain/loans/amounts-ahead.ts';
import type { LetterFacts } from '@kerb/domain/loans/letter-facts.ts';
import type { Balance } from '@kerb/domain/loans/loan-figures.ts';
import type { LoanInvoiceType } from '@kerb/domain/loans/loan-invoices.ts';
import type { LoanRequestKind } from '@kerb/domain/loans/loan-request-words.ts';
import type { ReminderName } from '@kerb/domain/loans/reminders.ts';
import type { VariationFacts } from '@kerb/domain/loans/variation-facts.ts';
import type { ApplicationStatus } from '@kerb/domain/options/applications.ts';
import type { DomainProof } from '@kerb/domain/organisations/login-provider-rules.ts';
import type { Settings } from '@kerb/domain/organisations/setting-fields.ts';
import type { SettingsDraft } from '@kerb/domain/organisations/settings-draft.ts';
import type { BounceReason, ReceiptStatus } from '@kerb/domain/payers/delivery.ts';
import type { InvoiceLineType, InvoiceStatus } from '@kerb/domain/payments/invoice-status.ts';
import type { Account } from '@kerb/domain/payments/ledger.ts';
import type { LedgerEvent } from '@kerb/domain/payments/ledger-events.ts';
import type { OwnAccount } from '@kerb/domain/payments/own-accounts.ts';
import type { PaymentKind, PaymentMethod, PaymentStatus } from '@kerb/domain/payments/payments.contract.ts';
import type { ContactType } from '@kerb/domain/people/contact-details.contract.ts';
import type { PropertyType } from '@kerb/domain/properties/properties.contract.ts';
import type { PropertyGroup } from '@kerb/domain/properties/property-groups.ts';
import type { CardBehaviour } from '@kerb/domain/sandbox/test-cards.ts';
import type { ActKind, ActOutcome } from '@kerb/domain/second-person/acts.ts';
import type { Maker } from '@kerb/domain/second-person/second-person.ts';
import type { FlowStep } from '@kerb/domain/signing/guided-flow.ts';
import type { AuthorisationMethod } from '@kerb/domain/signing/signing-rules.ts';
import type { LineState } from '@kerb/domain/statements/line-moves.ts';
import type { JobOutcome } from '@kerb/domain/system/jobs.ts';
import type { LogCheckView } from '@kerb/domain/system/system.contract.ts';
import type { ViewedList } from '@kerb/domain/views/views.contract.ts';
import type { CardFunding, CardScheme, CardWallet } from '@kerb/domain/vocabulary/card-schemes.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import type { PaymentState } from '@kerb/domain/vocabulary/payment-state.ts';
import type { FinancedOption, FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import type { pingEvent, WebhookEvent } from '@kerb/domain/webhooks/campaign-events.ts';
import type { DeliveryState, disabledReasons } from '@kerb/domain/webhooks/webhooks.contract.ts';
import type { Mode } from '@kerb/server/platform/config/variables.ts';
import type { Tables } from '@kerb/server/platform/database/tables.ts';
import type { JWK } from 'jose';

export type SignatureEventKind = 'code-sent' | 'code-entered' | 'code-failed' | 'signed' | 'voided' | 'copy-delivered';

/** How a person proved who they are before the second factor. */
export type SignInMeans = 'password' | 'new password' | 'passkey' | 'organisation' | 'demo' | 'Payment URL';

/** The users of programs, for authorship and the log. The domain does not know this role. */
type ServiceRole = 'service';

type AnyRecord = Record<string, unknown>;

/** Text columns with the same name as a field: the field's list of values narrows the type. */
type TextFields<Values, Columns> = {
  [Name in keyof Values & keyof Columns as NonNullable<Values[Name]> extends string ? Name : never]: NonNullable<
    Values[Name]
  >;
};

type CardColumns = { scheme: CardScheme; funding: CardFunding; wallet: CardWallet | null };

/**
 * Types that are narrower than the type in the database: the values of a text column, the shape of a JSON column.
 * tables.ts, printed from the database, says whether a column may be null or has a default.
 */
// biome-ignore format: a table
export type ColumnTypes = {
  agreements:             TextFields<AgreementValues, Tables['agreements']> & { groupVersions: NonNullable<GroupVersions<ChangeGroup>> };
  attachments:            { purpose: AttachmentPurpose };
  bankStatementLines:     { state: LineState };
  bankStatements:         { account: OwnAccount };
  batches:                { status: BatchStatus };
  campaignBooks:          { paymentState: PaymentState };
  campaignFinanceOptions: { optionCode: FinanceOptionCode };
  contactDetails:         { type: ContactType };
  credentials:            { type: 'logon' };
  deployment:             { mode: Mode };
  financeApplications:    { optionCode: FinancedOption; status: ApplicationStatus };
  identityChecks:         { checkResult: 'pass' | 'fail' };
  invoiceLines:           { type: InvoiceLineType };
  invoices:               { status: InvoiceStatus };
  jobStates:              { outcome: JobOutcome };
  ledgerEntries:          { account: Account };
  accountCodes:           { system: AccountingSystem; account: Account };
  bookExports:            { system: AccountingSystem };
  ledgerTotals:           { account: Account };
  ledgerTransactions:     { event: LedgerEvent };
  listViews:              { list: ViewedList };
  loanInvoices:           { type: LoanInvoiceType; balance: Balance; settlement: AmountsAhead | null; sentTo: string[] };
  loanReminders:          { name: ReminderName; recipients: string[] };
  logChecks:              { findings: LogCheckView['findings'] };
  logEntries:             { activityCode: ActivityCode; logData: AnyRecord };
  messages:               { channel: 'email' | 'sms'; audience: 'staff' | 'vendor'; state: 'queued' | 'held' | 'accepted' | 'failed'; receiptStatus: ReceiptStatus; receiptReason: BounceReason };
  passwordLinks:          { purpose: 'invite' | 'reset' };
  payerDrafts:            { reviewed: FlowStep[] };
  pendingActs:            { kind: ActKind; outcome: ActOutcome };
  payments:               { kind: PaymentKind; financeOptionCode: FinanceOptionCode; status: PaymentStatus; method: PaymentMethod; cardScheme: CardScheme; cardFunding: CardFunding; cardWallet: CardWallet };
  payoutLetters:          { facts: LetterFacts };
  loanRequests:           { kind: LoanRequestKind; outcome: 'granted' | 'declined'; facts: VariationFacts };
  loanRequestSignatures:  { authorisationType: AuthorisationMethod };
  properties:             { type: PropertyType; groupVersions: NonNullable<GroupVersions<PropertyGroup>> };
  loginDomains:           { provenBy: DomainProof };
  rateChanges:            { rates: RateValues };
  sandboxCardCharges:     CardColumns & { state: 'approved' | 'declined' };
  sandboxCardTokens:      CardColumns & { behaviour: CardBehaviour };
  sandboxState:           { value: AnyRecord };
  serviceCredentials:     { kind: 'secret' | 'key'; publicJwk: JWK; algorithm: KeyAlgorithm; endReason: CredentialEndReason };
  serviceIdentities:      { scopes: Scope[]; endReason: EndReason };
  signIns:                { means: SignInMeans };
  signInSteps:            { means: SignInMeans };
  signatureEvents:        { kind: SignatureEventKind };
  signatures:             { authorisationType: AuthorisationMethod };
  signedDocuments:        { signatures: { initials: string; signatureDate: string }[] };
  signingKeys:            { publicKey: JWK };
  tenantFinanceOptions:   { optionCode: FinanceOptionCode };
  tenantUsers:            { tenantUserType: TenantUserType };
  tenants:                { type: OrganisationType; draftContent: SettingsDraft; bankAccountNext: NonNullable<Settings['bankAccount']> } & Pick<Settings, 'brandSettings' | 'billingAddress' | 'recommendConveyancerSettings' | 'amlDelegationSettings' | 'equityReferralSettings' | 'settlementInvoiceContactsSecondary'>;
  userInvitations:        { tenantUserType: TenantUserType };
  userMakers:             { part: Maker['part'] };
  users:                  { role: Role | ServiceRole };
  webhookAttempts:        { requestHeaders: Record<string, string> };
  webhookDeliveries:      { type: WebhookEvent | typeof pingEvent; state: DeliveryState };
  webhooks:               { events: WebhookEvent[]; disabledReason: (typeof disabledReasons)[number] };
};
