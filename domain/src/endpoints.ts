import { accountEndpoints } from '@kerb/domain/account/account.contract.ts';
import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { bulkEndpoints } from '@kerb/domain/agreements/bulk.contract.ts';
import { fullListEndpoints } from '@kerb/domain/agreements/full-list.contract.ts';
import { auditEndpoints } from '@kerb/domain/audit/audit.contract.ts';
import { securityEndpoints } from '@kerb/domain/audit/security.contract.ts';
import { batchEndpoints } from '@kerb/domain/batches/batches.contract.ts';
import { recordTransferEndpoints } from '@kerb/domain/batches/record-transfer.contract.ts';
import { remittanceEndpoints } from '@kerb/domain/batches/remittances.contract.ts';
import { bookEndpoints } from '@kerb/domain/books/books.contract.ts';
import { exportEndpoints } from '@kerb/domain/books/exports.contract.ts';
import { movementEndpoints } from '@kerb/domain/books/movements.contract.ts';
import { periodEndpoints } from '@kerb/domain/books/periods.contract.ts';
import { brandingEndpoints } from '@kerb/domain/branding/branding.contract.ts';
import { calendarEndpoints } from '@kerb/domain/calendar/calendar.contract.ts';
import { checkoutEndpoints } from '@kerb/domain/checkout/checkout.contract.ts';
import { commentEndpoints } from '@kerb/domain/comments/comments.contract.ts';
import { dashboardEndpoints } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { needEndpoints } from '@kerb/domain/dashboard/needs.contract.ts';
import { figureEndpoints } from '@kerb/domain/dashboard/platform-figures.contract.ts';
import { documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { embeddingEndpoints } from '@kerb/domain/embedding/embedding.contract.ts';
import { historyEndpoints } from '@kerb/domain/history/history.contract.ts';
import { identityEndpoints } from '@kerb/domain/identity/identity.contract.ts';
import { campaignImportEndpoints, teamImportEndpoints } from '@kerb/domain/imports/imports.contract.ts';
import { inboxEndpoints } from '@kerb/domain/inbox/inbox.contract.ts';
import { integrationEndpoints } from '@kerb/domain/integrations/integrations.contract.ts';
import { liveEndpoints } from '@kerb/domain/live/live.contract.ts';
import { loanAccountEndpoints } from '@kerb/domain/loan-books/loan-account.contract.ts';
import { loanBookEndpoints } from '@kerb/domain/loan-books/loan-book.contract.ts';
import { loanRequestEndpoints } from '@kerb/domain/loans/loan-requests.contract.ts';
import { loanEndpoints } from '@kerb/domain/loans/loans.contract.ts';
import { messageReceiptEndpoints } from '@kerb/domain/notifications/message-receipts.contract.ts';
import { templateEndpoints } from '@kerb/domain/notifications/templates.contract.ts';
import { campaignEndpoints } from '@kerb/domain/options/campaigns.contract.ts';
import { optionEndpoints } from '@kerb/domain/options/options.contract.ts';
import { tenantOptionEndpoints } from '@kerb/domain/options/tenant-options.contract.ts';
import { agencyEndpoints } from '@kerb/domain/organisations/agencies.contract.ts';
import { loginProviderEndpoints } from '@kerb/domain/organisations/login-provider.contract.ts';
import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { provisioningEndpoints } from '@kerb/domain/organisations/provisioning.contract.ts';
import { settingsEndpoints } from '@kerb/domain/organisations/settings.contract.ts';
import { signInRuleEndpoints } from '@kerb/domain/organisations/sign-in-rules.contract.ts';
import { timeZoneEndpoints } from '@kerb/domain/organisations/time-zones.contract.ts';
import { payerEndpoints } from '@kerb/domain/payers/payers.contract.ts';
import { accountingEndpoints } from '@kerb/domain/payments/accounting.contract.ts';
import { campaignMoneyEndpoints } from '@kerb/domain/payments/change-after-payment.contract.ts';
import { heldMoneyEndpoints } from '@kerb/domain/payments/held-money.contract.ts';
import { paymentEndpoints } from '@kerb/domain/payments/payments.contract.ts';
import { receiptEndpoints } from '@kerb/domain/payments/receipts.contract.ts';
import { contactDetailEndpoints } from '@kerb/domain/people/contact-details.contract.ts';
import { peopleEndpoints } from '@kerb/domain/people/people.contract.ts';
import { privacyEndpoints } from '@kerb/domain/privacy/privacy.contract.ts';
import { photoEndpoints } from '@kerb/domain/properties/photos.contract.ts';
import { propertyEndpoints } from '@kerb/domain/properties/properties.contract.ts';
import { rateEndpoints } from '@kerb/domain/rates/rates.contract.ts';
import { reportEndpoints } from '@kerb/domain/reports/reports.contract.ts';
import { sandboxEndpoints } from '@kerb/domain/sandbox/sandbox.contract.ts';
import { actEndpoints } from '@kerb/domain/second-person/acts.contract.ts';
import { credentialEndpoints } from '@kerb/domain/session/credentials.contract.ts';
import { passkeyEndpoints } from '@kerb/domain/session/passkeys.contract.ts';
import { proofEndpoints } from '@kerb/domain/session/proof.contract.ts';
import { secondFactorEndpoints } from '@kerb/domain/session/second-factor.contract.ts';
import { sessionEndpoints } from '@kerb/domain/session/session.contract.ts';
import { searchEndpoints } from '@kerb/domain/shell/search.contract.ts';
import { evidenceEndpoints } from '@kerb/domain/signing/evidence.contract.ts';
import { signatoryEndpoints } from '@kerb/domain/signing/signatories.contract.ts';
import { signingEndpoints } from '@kerb/domain/signing/signing.contract.ts';
import { statementEndpoints } from '@kerb/domain/statements/statements.contract.ts';
import { systemEndpoints } from '@kerb/domain/system/system.contract.ts';
import { invitationEndpoints } from '@kerb/domain/team/invitations.contract.ts';
import { teamEndpoints } from '@kerb/domain/team/team.contract.ts';
import { sharedViewEndpoints } from '@kerb/domain/views/shared-views.contract.ts';
import { viewEndpoints } from '@kerb/domain/views/views.contract.ts';
import { eventEndpoints } from '@kerb/domain/webhooks/events.contract.ts';
import { webhookEndpoints } from '@kerb/domain/webhooks/webhooks.contract.ts';
import type { Endpoint, EndpointTable } from '@kerb/domain/wire/endpoint.ts';

/** The room that exists in a sandbox only. */
export const sandboxRoom = 'Sandbox';

/** Every endpoint by room, for the documentation. */
export const endpointsByRoom: Record<string, EndpointTable> = {
  Session: { ...sessionEndpoints, ...proofEndpoints },
  Credentials: credentialEndpoints,
  Account: accountEndpoints,
  Calendar: calendarEndpoints,
  Privacy: privacyEndpoints,
  'Second factor': secondFactorEndpoints,
  Passkeys: passkeyEndpoints,
  Campaigns: { ...fullListEndpoints, ...agreementEndpoints },
  'Several campaigns': bulkEndpoints,
  'Campaigns, second model': campaignEndpoints,
  'Live updates': liveEndpoints,
  Comments: commentEndpoints,
  History: historyEndpoints,
  Payers: payerEndpoints,
  Signatories: signatoryEndpoints,
  Signing: signingEndpoints,
  'Evidence of a signature': evidenceEndpoints,
  'Payer’s page': checkoutEndpoints,
  'Identity checks': identityEndpoints,
  'Payment options': optionEndpoints,
  Loans: loanEndpoints,
  Books: { ...bookEndpoints, ...periodEndpoints, ...exportEndpoints, ...movementEndpoints },
  'Rates and fees': rateEndpoints,
  'Message templates': templateEndpoints,
  'Message receipts': messageReceiptEndpoints,
  Payments: paymentEndpoints,
  Accounting: { ...accountingEndpoints, ...remittanceEndpoints },
  'Money of a campaign': campaignMoneyEndpoints,
  'Held money': heldMoneyEndpoints,
  'Loan accounts': loanAccountEndpoints,
  'Loan requests': loanRequestEndpoints,
  'Loan book': loanBookEndpoints,
  Receipts: receiptEndpoints,
  'Payment options of an organisation': tenantOptionEndpoints,
  Dashboard: dashboardEndpoints,
  'Figures of every organisation': figureEndpoints,
  Needs: needEndpoints,
  Search: searchEndpoints,
  Notifications: inboxEndpoints,
  Properties: propertyEndpoints,
  'Property photos': photoEndpoints,
  Branding: brandingEndpoints,
  Documents: documentEndpoints,
  Organisations: { ...organisationEndpoints, ...agencyEndpoints },
  'Organisation settings': settingsEndpoints,
  'Log in rules of an organisation': signInRuleEndpoints,
  'Login provider of an organisation': loginProviderEndpoints,
  'Directory of an organisation': provisioningEndpoints,
  'Integration credentials': integrationEndpoints,
  'Own website': embeddingEndpoints,
  Webhooks: webhookEndpoints,
  Events: eventEndpoints,
  'Time zones': timeZoneEndpoints,
  Team: teamEndpoints,
  Invitations: invitationEndpoints,
  People: peopleEndpoints,
  'Contact details': contactDetailEndpoints,
  'Audit log': auditEndpoints,
  'Security events': securityEndpoints,
  System: systemEndpoints,
  Reports: reportEndpoints,
  'Second person': actEndpoints,
  'Batch payments': { ...batchEndpoints, ...recordTransferEndpoints },
  'Bank statements': statementEndpoints,
  'Saved views': viewEndpoints,
  'Shared views': sharedViewEndpoints,
  'Imports of team members': teamImportEndpoints,
  'Imports of campaigns': campaignImportEndpoints,
  [sandboxRoom]: sandboxEndpoints,
};

export const allEndpoints: Endpoint[] = Object.values(endpointsByRoom).flatMap((table) => Object.values(table));
