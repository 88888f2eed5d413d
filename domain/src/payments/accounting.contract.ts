import { invoice, payment } from '@kerb/domain/payments/payments.contract.ts';
import { day, digits, fromOne, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

/** Without a moment and without a cursor the list begins at the first record. */
const changesQuery = z.object({
  tenantId: z.optional(digits),
  agreementId: z.optional(digits),
  ...syncQuery,
  perPage: z._default(fromOne, 100),
});
export type ChangesQuery = z.output<typeof changesQuery>;

/** What an invoice says itself. What depends on the campaign's other records is read at the campaign. */
const { hasUnapprovedPayments: _, directDepositInstructions: __, ...ownShape } = invoice.shape;
export const accountingInvoice = z.object({ ...ownShape, taxAmount: sum });
export type AccountingInvoice = z.output<typeof accountingInvoice>;

const changesOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string(), hasMore: z.boolean() });

/** The first and the last day of a spreadsheet: of issue, or of payment. */
const spanQuery = z.object({ tenantId: z.optional(digits), from: z.optional(day), to: z.optional(day) });
export type SpanQuery = z.output<typeof spanQuery>;

// biome-ignore format: a table
export const accountingEndpoints = defineEndpoints({
  invoices:       { method: 'GET', path: '/v1/invoices', permission: 'payment.read', summary: 'List the invoices of an organisation’s campaigns in the order of their changes', query: changesQuery, response: changesOf(accountingInvoice), also: [404] },
  payments:       { method: 'GET', path: '/v1/payments', permission: 'payment.read', summary: 'List the payments of an organisation’s campaigns in the order of their changes', query: changesQuery, response: changesOf(payment), also: [404] },
  exportInvoices: { method: 'GET', path: '/v1/exports/invoices', permission: 'payment.read', summary: 'Download the invoices as a spreadsheet, with their tax', query: spanQuery, file: 'text/csv', also: [404] },
  exportPayments: { method: 'GET', path: '/v1/exports/payments', permission: 'payment.read', summary: 'Download the payments as a spreadsheet, with their tax', query: spanQuery, file: 'text/csv', also: [404] },
});
