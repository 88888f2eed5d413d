import { accountingSystems } from '@kerb/domain/books/journal-files.ts';
import { day, digits, id, link, moment, requiredParagraph } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const step = z.object({ date: moment, user: link('/v1/users'), userName: z.string() });

export const bookPeriod = z.object({
  id,
  href: z.string(),
  /** Null: from the first posting on. */
  firstDay: z.nullable(day),
  lastDay: day,
  /** How many entries of the ledger are in it. */
  entries: z.int(),
  closed: step,
  reopened: z.nullable(z.extend(step, { reason: z.string() })),
  exports: z.array(z.extend(step, { system: z.enum(accountingSystems), fileName: z.string() })),
  /** Why the reader cannot open it again; null if they can, or if it is open. */
  reopenRefusal: z.nullable(z.string()),
});
export type BookPeriodView = z.output<typeof bookPeriod>;

export const bookPeriods = z.object({
  today: day,
  /** The first day on which something can be posted; null if no period is closed. */
  openFrom: z.nullable(day),
  /** The newest first. */
  items: z.array(bookPeriod),
});
export type BookPeriodsView = z.output<typeof bookPeriods>;

export const closing = z.strictObject({ lastDay: day });
export const reopening = z.strictObject({ reason: requiredParagraph(500) });
const one = z.object({ id: digits });

// biome-ignore format: a table
export const periodEndpoints = defineEndpoints({
  list:   { method: 'GET',  path: '/v1/books/periods', permission: 'books.read', summary: 'List the closed periods of the books, the newest first', response: bookPeriods },
  close:  { method: 'POST', path: '/v1/books/periods', permission: 'books.close', summary: 'Close the books until a day: nothing is posted there any more', body: closing, response: bookPeriods, proof: 'always' },
  reopen: { method: 'POST', path: '/v1/books/periods/{id}/reopen', permission: 'books.close', summary: 'Open the last closed period again, as another admin than the one who closed it', params: one, body: reopening, response: bookPeriods, proof: 'always' },
});
