/**
 * What happens in the end to the rows of each table that grows with campaigns, people or time:
 * - `deletedBy`: a job deletes them by a rule
 * - `goesWith`: they are deleted with the row that they belong to, by their foreign key
 * - `kept`: they stay, and why
 */
export type Ending = { deletedBy: string } | { goesWith: string } | { kept: string };

const cleanUp = { deletedBy: 'clean-up-sessions' };
const forgetOld = { deletedBy: 'forget-old-records' };
const forgetLog = { deletedBy: 'forget-log-entries' };
const record = { kept: 'a record of the campaign; it ends with the campaign, and nobody deletes campaigns by time' };
const money = { kept: 'money is never forgotten: a balance is the sum of all its entries' };
const evidence = { kept: 'evidence of a signature' };
const onePerRecord = { kept: 'at most one row for each record, written again at each change' };

// biome-ignore format: a table
export const endings: Record<string, Ending> = {
  agreements:               record,
  agreement_listings:       { goesWith: 'agreements' },
  assets:                   { deletedBy: 'sweep-files' },
  attachments:              { goesWith: 'agreements' },
  bank_statement_lines:     money,
  batch_items:              money,
  campaign_books:           money,
  campaign_finance_options: { goesWith: 'agreements' },
  client_assertions:        cleanUp,
  codes:                    cleanUp,
  comments:                 forgetOld,
  contact_details:          { goesWith: 'users' },
  data_keys:                forgetLog,
  document_stamps:          { goesWith: 'signed_documents' },
  erasures:                 { kept: 'proves that a person was erased' },
  events:                   { deletedBy: 'forget-webhook-deliveries' },
  external_refs:            { goesWith: 'agreements' },
  finance_applications:     { goesWith: 'agreements' },
  former_payer_users:       { goesWith: 'users' },
  gateway_events:           forgetOld,
  idempotency_keys:         { deletedBy: 'forget-idempotency-keys' },
  identity_checks:          { goesWith: 'signatories' },
  invoice_lines:            { goesWith: 'invoices' },
  invoices:                 { goesWith: 'agreements' },
  known_devices:            cleanUp,
  known_networks:           cleanUp,
  ledger_entries:           money,
  ledger_totals:            { deletedBy: 'merge-ledger-totals' },
  ledger_transactions:      money,
  loan_accounts:            money,
  loan_invoices:            money,
  loan_reminders:           { goesWith: 'agreements' },
  loan_request_signatures:  evidence,
  loan_requests:            evidence,
  log_entries:              forgetLog,
  log_seal_parts:           { kept: 'the chain that proves the log; shorter than the log' },
  log_seals:                { kept: 'the chain that proves the log; at most one a second, and none without an entry' },
  messages:                 forgetOld,
  notifications:            forgetOld,
  part_refunds:             money,
  password_links:           cleanUp,
  pay_buttons:              { goesWith: 'agreements' },
  payer_drafts:             { goesWith: 'signatories' },
  payments:                 money,
  payout_letters:           evidence,
  properties:               record,
  property_photos:          record,
  provider_logins:          cleanUp,
  provider_sign_ins:        { goesWith: 'sign_ins' },
  record_changes:           onePerRecord,
  refresh_tokens:           cleanUp,
  security_events:          { deletedBy: 'forget-security-events' },
  sign_in_alerts:           cleanUp,
  sign_in_steps:            cleanUp,
  sign_in_tickets:          cleanUp,
  sign_ins:                 cleanUp,
  signatories:              { goesWith: 'agreements' },
  signature_events:         evidence,
  signatures:               evidence,
  signed_documents:         evidence,
  tenant_changes:           onePerRecord,
  throttles:                cleanUp,
  token_families:           cleanUp,
  used_logout_tokens:       cleanUp,
  used_passkey_challenges:  cleanUp,
  users:                    { kept: 'people; a payer is erased, and the row without personal data stays' },
  webhook_attempts:         { goesWith: 'webhook_deliveries' },
  webhook_deliveries:       { deletedBy: 'forget-webhook-deliveries' },
};
