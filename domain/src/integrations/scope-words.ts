import type { Scope } from '@kerb/domain/access/scopes.ts';

/** What each scope allows, for the manager who gives it and for the API's documentation. */
// biome-ignore format: a table
export const scopeWords: Record<Scope, { label: string; help: string }> = {
  'campaigns:read':  { label: 'Read campaigns',              help: 'Campaigns with their property, payment options and loan, and the dashboard.' },
  'campaigns:write': { label: 'Create and change campaigns', help: 'Also their property, their status and the payment options on offer. New campaigns may name payers.' },
  'payers:read':     { label: 'Read payers',                 help: 'Names, contact details and what was sent to them. Never their Payment URL.' },
  'payers:write':    { label: 'Add and change payers',       help: 'Also send them their Payment URL.' },
  'documents':       { label: 'Documents',                   help: 'Read, add and remove documents of campaigns.' },
  'payments:read':   { label: 'Read payments',               help: 'Payments, invoices, receipts and remittance advices.' },
  'settings:read':   { label: 'Read settings',               help: 'The settings of the organisation, with its bank account. They cannot be changed.' },
  'team:read':       { label: 'Read the team',               help: 'Names, contact details and pictures of team members.' },
  'exports':         { label: 'Export campaigns',            help: 'Spreadsheets of all campaigns that it sees.' },
  'webhooks':        { label: 'Manage webhooks',             help: 'Register, change and delete webhooks.' },
};
