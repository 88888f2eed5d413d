import { balance, day, digits, id, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { syncAnswer, syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

/** '2026-11' */
const month = z.string().check(z.regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'Enter a month, such as 2026-11.'));

/** Paid, less what the bank sent back. */
const figures = { paid: sum, returned: sum, amount: balance };

const remittedMonth = z.object({
  month,
  ...figures,
  /** The batch payments that were transferred in this month, with what came back of them later. */
  batches: z.array(z.object({ batch: id, date: day, ...figures })),
});
export type RemittedMonth = z.output<typeof remittedMonth>;

/** One month, or one batch payment. */
const adviceQuery = z.object({ tenantId: digits, month: z.optional(month), batch: z.optional(digits) });
export type AdviceQuery = z.output<typeof adviceQuery>;

/** A PDF of more payments has hundreds of pages: the spreadsheet has them all. */
export const mostLinesOnAdvice = 2_000;

export const remittanceTitle = 'Remittance Advice';

/** 'Harbour Estate KerbPay Remittance Advice 2026-11.pdf' */
export const remittanceFileName = (
  brand: string,
  organisation: string,
  { month: inMonth, batch }: Pick<AdviceQuery, 'month' | 'batch'>,
  ending: 'csv' | 'pdf',
): string => `${organisation} ${brand} ${remittanceTitle} ${inMonth ?? `Batch ${batch}`}.${ending}`;

const monthsQuery = z.object({ tenantId: digits, before: z.optional(month), ...syncQuery });

// biome-ignore format: a table
export const remittanceEndpoints = defineEndpoints({
  remittances:       { method: 'GET', path: '/v1/remittances', permission: 'remittance.read', summary: 'List the months and the batch payments in which an organisation was paid, the newest month first', query: monthsQuery, response: z.object({ items: z.array(remittedMonth), isMore: z.optional(z.boolean()), ...syncAnswer }), also: [404] },
  exportRemittances: { method: 'GET', path: '/v1/exports/remittances', permission: 'remittance.read', summary: 'Download the remittance advice of a month or a batch payment as a spreadsheet, with its tax', query: adviceQuery, file: 'text/csv', also: [404] },
  remittancePdf:     { method: 'GET', path: '/v1/exports/remittances/pdf', permission: 'remittance.read', summary: 'Download the remittance advice of a month or a batch payment as a PDF', query: adviceQuery, file: 'application/pdf', also: [404] },
});
