import { attachmentMakers } from '@kerb/server/attachment-makers.ts';
import { agreementJobs } from '@kerb/server/features/agreements/agreements.jobs.ts';
import { approvalJobs } from '@kerb/server/features/approvals/approvals.jobs.ts';
import { auditJobs } from '@kerb/server/features/audit/audit.jobs.ts';
import { logChainJobs } from '@kerb/server/features/audit/log-chain.jobs.ts';
import { bookJobs } from '@kerb/server/features/books/books.jobs.ts';
import { documentJobs } from '@kerb/server/features/documents/documents.jobs.ts';
import { inboxJobs } from '@kerb/server/features/inbox/inbox.jobs.ts';
import { integrationJobs } from '@kerb/server/features/integrations/integrations.jobs.ts';
import { loanBookJobs } from '@kerb/server/features/loan-books/loan-books.jobs.ts';
import { loanJobs } from '@kerb/server/features/loans/loans.jobs.ts';
import { organisationJobs } from '@kerb/server/features/organisations/organisations.jobs.ts';
import { payerJobs } from '@kerb/server/features/payers/payers.jobs.ts';
import { paymentJobs } from '@kerb/server/features/payments/payments.jobs.ts';
import { privacyJobs } from '@kerb/server/features/privacy/privacy.jobs.ts';
import { sessionJobs } from '@kerb/server/features/session/session.jobs.ts';
import { signingJobs } from '@kerb/server/features/signing/stamp-documents.ts';
import { systemJobs } from '@kerb/server/features/system/system.jobs.ts';
import { webhookJobs } from '@kerb/server/features/webhooks/webhooks.jobs.ts';
import { outboxJobs } from '@kerb/server/platform/outbox/outbox.jobs.ts';

/** Every job of the product: one line for each room. */
export const allJobs = [
  ...outboxJobs(attachmentMakers),
  ...sessionJobs,
  ...signingJobs,
  ...documentJobs,
  ...agreementJobs,
  ...payerJobs,
  ...paymentJobs,
  ...privacyJobs,
  ...auditJobs,
  ...logChainJobs,
  ...webhookJobs,
  ...loanBookJobs,
  ...loanJobs,
  ...bookJobs,
  ...approvalJobs,
  ...organisationJobs,
  ...integrationJobs,
  ...systemJobs,
  ...inboxJobs,
];
