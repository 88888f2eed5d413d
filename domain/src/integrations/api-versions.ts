import type { Day } from '@kerb/domain/kernel/dates.ts';

type ApiVersion = { date: Day; changes: readonly string[] };

/** What integrations notice, the newest first. The document states the first date as its version. */
export const apiVersions: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    date: '2026-11-18',
    changes: [
      'Payers have user, a link. userHref is deprecated. Read-only properties of every save are marked in the document.',
      'A stale If-Match answers 412 precondition-failed and no longer 409. The type of every problem leads to a page.',
      'The document names every status of each call, and where If-Match is taken. Problems have instance.',
      'Events about refunds, voided payments, lost messages and opened links. Events of money have subject and details.',
      'Organisations, webhooks and remittances take updatedSince and cursor. Other lists take them with agreementId.',
      'Properties, webhook deliveries and the team take updatedSince and cursor. The team’s list has removed.',
      'GET /v1/invoices and /v1/payments list those of all campaigns in the order of their changes.',
      'GET, POST and DELETE /v1/agreements/{id}/pay-button: the Pay button of a campaign on another website.',
      'GET /v1/exports/invoices and /v1/exports/payments are spreadsheets with GST. Payments have what was refunded.',
      'The OpenAPI document has an example of every body and answer.',
      'GET /v1/remittances lists what an organisation was paid, with a PDF and a spreadsheet for each month and batch.',
    ],
  },
  {
    date: '2026-11-17',
    changes: [
      'Campaigns, payers and documents have externalRef and metadata.',
      'Campaigns, payers and documents take updatedSince and cursor. GET /v1/events has the events of 30 days.',
      'Every POST takes an Idempotency-Key. Parameters that an endpoint does not have are refused.',
      'Programs belong to an organisation and have scopes.',
    ],
  },
];

export const latestApiVersion: Day = apiVersions[0].date;

/** How long an address or a field still works after the document has marked it as deprecated. */
export const deprecationMonths = 12;
