import { booksReportNames } from '@kerb/domain/books/books-reports.ts';
import { gstBases, gstSectionNames } from '@kerb/domain/books/gst.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { ledgerEventNames } from '@kerb/domain/payments/ledger-events.ts';
import { balance, day, digits, fromOne, id, link, moment, rate, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const account = z.enum(accountNames);
const event = z.enum(ledgerEventNames);
const sides = { debit: sum, credit: sum };

export const trialBalance = z.object({
  day,
  /** The balances on their sides; accounts without a balance are left out. */
  items: z.array(z.object({ account, ...sides })),
  ...sides,
});
export type TrialBalanceView = z.output<typeof trialBalance>;

const campaignOf = {
  agreement: z.nullable(link('/v1/agreements')),
  flowNumber: z.nullable(z.string()),
  tenant: z.nullable(link('/v1/tenants')),
  tenantName: z.nullable(z.string()),
};

export const posting = z.object({
  id,
  /** The day on which it counts in the books. */
  day,
  /** When it was written. */
  date: moment,
  event,
  description: z.nullable(z.string()),
  ...campaignOf,
  entries: z.array(z.object({ account, ...sides })),
});
export type PostingView = z.output<typeof posting>;

/** Days inclusive. */
const span = { from: z.optional(day), to: z.optional(day) };
const journalFilter = {
  ...span,
  account: z.optional(account),
  agreementId: z.optional(digits),
  tenantId: z.optional(digits),
  event: z.optional(event),
};
export type JournalFilter = z.output<z.ZodMiniObject<typeof journalFilter>>;

/** `before`: the day and the number of the last posting of the page before. */
const place = z.string().check(z.regex(/^[12]\d{3}-\d\d-\d\d:\d{1,15}$/));
const atMost = (most: number) => fromOne.check(z.maximum(most));
const journalQuery = z.object({ ...journalFilter, before: z.optional(place), perPage: z._default(atMost(200), 50) });
export type JournalQuery = z.output<typeof journalQuery>;

export const accountSummary = z.object({
  account,
  from: z.nullable(day),
  to: day,
  opening: z.object(sides),
  ...sides,
  closing: z.object(sides),
});
export type AccountSummary = z.output<typeof accountSummary>;

const heldMoney = z.object({
  agreement: link('/v1/agreements'),
  flowNumber: z.string(),
  name: z.string(),
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  held: sum,
  /** Card money that the card gateway has not refunded yet. */
  underRefund: sum,
});
export type HeldMoney = z.output<typeof heldMoney>;

const owedOrganisation = z.object({
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  campaigns: z.int(),
  kept: sum,
  /** In an approved batch that is not transferred yet. */
  onItsWay: sum,
  owed: sum,
  since: z.nullable(moment),
});
export type OwedInBooks = z.output<typeof owedOrganisation>;

const basis = z._default(z.enum(gstBases), 'accrual');
const gstSection = z.enum(gstSectionNames);
const gstQuery = { from: day, to: day, basis };
const gstAmounts = { net: balance, tax: balance };
export const gst = z.object({
  from: day,
  to: day,
  basis: z.enum(gstBases),
  /** The rate of the country, in per cent. */
  gstRate: rate,
  sections: z.array(z.object({ section: gstSection, ...gstAmounts, lines: z.int() })),
  /** With their GST. */
  taxableSales: balance,
  otherSales: balance,
  tax: balance,
  /** GST of the taxable sales by the rate: it differs by the cents that each invoice is rounded by. */
  atRate: balance,
});
export type GstView = z.output<typeof gst>;
const gstLine = z.object({ posting: id, day, event, ...campaignOf, ...gstAmounts });
export type GstLine = z.output<typeof gstLine>;
const gstLinesQuery = z.object({
  ...gstQuery,
  section: gstSection,
  before: z.optional(digits),
  perPage: z._default(atMost(200), 50),
});
export type GstLinesQuery = z.output<typeof gstLinesQuery>;

/** Each file reads the parts that it needs. */
const fileQuery = z.object({ ...journalFilter, day: z.optional(day), basis: z.optional(z.enum(gstBases)) });
export type BooksFileQuery = z.output<typeof fileQuery>;
const oneReport = z.object({ table: z.enum(booksReportNames) });

// biome-ignore format: a table
export const bookEndpoints = defineEndpoints({
  trialBalance: { method: 'GET', path: '/v1/books/trial-balance', permission: 'books.read', summary: 'Read the trial balance at the end of a day', query: z.object({ day: z.optional(day) }), response: trialBalance },
  journal:      { method: 'GET', path: '/v1/books/journal', permission: 'books.read', summary: 'List postings, the newest day first', query: journalQuery, response: z.object({ items: z.array(posting), isMore: z.boolean() }) },
  account:      { method: 'GET', path: '/v1/books/accounts/{account}', permission: 'books.read', summary: 'Read the opening balance, the turnover and the closing balance of an account', params: z.object({ account }), query: z.object(span), response: accountSummary },
  held:         { method: 'GET', path: '/v1/books/held', permission: 'books.read', summary: 'List the money held for payers, by campaign', query: z.object({ after: z.optional(digits), perPage: z._default(atMost(200), 50) }), response: z.object({ items: z.array(heldMoney), isMore: z.boolean(), held: sum, underRefund: sum }) },
  owed:         { method: 'GET', path: '/v1/books/owed', permission: 'books.read', summary: 'List what each organisation is owed by the ledger, the largest amount first', response: z.object({ items: z.array(owedOrganisation), owed: sum }) },
  gst:          { method: 'GET', path: '/v1/books/gst', permission: 'books.read', summary: 'Read GST on sales in a period, on a cash or accrual basis', query: z.object(gstQuery), response: gst },
  gstLines:     { method: 'GET', path: '/v1/books/gst/postings', permission: 'books.read', summary: 'List the postings behind a figure of GST, the newest first', query: gstLinesQuery, response: z.object({ items: z.array(gstLine), isMore: z.boolean() }) },
  csv:          { method: 'GET', path: '/v1/books/{table}/csv', permission: 'books.read', summary: 'Download a report of the books as a spreadsheet', params: oneReport, query: fileQuery, file: 'text/csv' },
  pdf:          { method: 'GET', path: '/v1/books/{table}/pdf', permission: 'books.read', summary: 'Download a report of the books as a PDF', params: oneReport, query: fileQuery, file: 'application/pdf' },
});
