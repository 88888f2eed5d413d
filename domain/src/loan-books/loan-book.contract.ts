import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Ageing, ageings } from '@kerb/domain/loan-books/ageings.ts';
import { type LvrName, lvrNames } from '@kerb/domain/loan-books/lvr.ts';
import { day, digits, link, pageOf, pageQuery, queryFlag, sum } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const owing = { principal: sum, fees: sum, interest: sum, owed: sum };

const loanBookRow = z.object({
  agreement: link('/v1/agreements'),
  flowNumber: z.string(),
  name: z.string(),
  tenant: link('/v1/tenants'),
  tenantName: z.string(),
  /** What is owed, by line, as the ledger has it. */
  ...owing,
  /** The interest of every day before this one is in the ledger. */
  accruedUntil: day,
  /** Null while the loan has no due day: Pay On Success before a settlement. */
  dueDate: z.nullable(day),
  /** Zero if it is not past due. */
  daysPastDue: z.int(),
  ageing: z.enum(ageings),
  /** A payer asks for more time: the last day for an answer, and whether it has passed. Null if nobody asks. */
  answerBy: z.nullable(day),
  isAnswerLate: z.boolean(),
});
export type LoanBookRow = z.output<typeof loanBookRow>;

export const loanBookTotal = z.object({ ageing: z.enum(ageings), loans: z.int(), ...owing });
export type LoanBookTotal = z.output<typeof loanBookTotal>;

const loanBook = z.extend(pageOf(loanBookRow), {
  /** Of all loans of the other filters; each group, also if it is empty. */
  totals: z.array(loanBookTotal),
});
export type LoanBook = z.output<typeof loanBook>;

const filters = {
  ageing: z.optional(z.enum(ageings)),
  tenant: z.optional(digits),
  /** Due in these days, both included. A loan without a due day is not among them. */
  dueFrom: z.optional(day),
  dueTo: z.optional(day),
  /** Only loans without a due day. */
  undated: z.optional(queryFlag),
  lvr: z.optional(z.enum(lvrNames)),
};
const loanBookQuery = z.object({ ...pageQuery, ...filters });
export type LoanBookFilters = {
  ageing?: Ageing | undefined;
  tenant?: number | undefined;
  dueFrom?: Day | undefined;
  dueTo?: Day | undefined;
  undated?: boolean | undefined;
  lvr?: LvrName | undefined;
};

// biome-ignore format: a table
export const loanBookEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/v1/loan-book',     permission: 'loan.book', summary: 'List the loans that are owed, the longest past due first, with totals by how late they are', query: loanBookQuery, response: loanBook },
  csv:  { method: 'GET', path: '/v1/loan-book/csv', permission: 'loan.book', summary: 'Download the same loans as CSV', query: z.object(filters), file: 'text/csv' },
});
