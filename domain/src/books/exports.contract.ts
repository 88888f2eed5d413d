import { accountingSystems } from '@kerb/domain/books/journal-files.ts';
import { bookPeriods } from '@kerb/domain/books/periods.contract.ts';
import { accountNames } from '@kerb/domain/payments/ledger.ts';
import { digits, emptyAsNull, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const system = z.enum(accountingSystems);
const code = emptyAsNull(text(10));

/** The code of each account in each system; null if it has none yet. */
const codesOf = z.strictObject({ account: z.enum(accountNames), xero: code, myob: code });
export const accountCodes = z.object({ items: z.array(codesOf) });
export type AccountCodesView = z.output<typeof accountCodes>;
export const savedCodes = z.strictObject({ items: z.array(codesOf).check(z.maxLength(accountNames.length)) });

const one = z.object({ id: digits });
const ofSystem = z.object({ id: digits, system });

// biome-ignore format: a table
export const exportEndpoints = defineEndpoints({
  codes:     { method: 'GET',  path: '/v1/books/account-codes', permission: 'books.read', summary: 'Read the code of each account in Xero and MYOB', response: accountCodes },
  saveCodes: { method: 'PUT',  path: '/v1/books/account-codes', permission: 'books.close', summary: 'Save the codes of accounts in Xero and MYOB', body: savedCodes, response: accountCodes },
  make:      { method: 'POST', path: '/v1/books/periods/{id}/exports', permission: 'books.close', summary: 'Export a closed period to Xero or MYOB, once', params: one, body: z.strictObject({ system }), response: bookPeriods },
  file:      { method: 'GET',  path: '/v1/books/periods/{id}/exports/{system}', permission: 'books.read', summary: 'Download the journal of a period that was exported: always the same bytes', params: ofSystem, file: 'text/plain' },
});
