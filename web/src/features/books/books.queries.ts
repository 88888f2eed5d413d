import { bookEndpoints } from '@kerb/domain/books/books.contract.ts';
import { type BooksReport, booksReports } from '@kerb/domain/books/books-reports.ts';
import type { GstSection } from '@kerb/domain/books/gst.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Account } from '@kerb/domain/payments/ledger.ts';
import { saveDownload } from '@kerb/web/design/save-download.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

export type FileQuery = NonNullable<CallInput<typeof bookEndpoints.csv>['query']>;
export type GstQuery = NonNullable<CallInput<typeof bookEndpoints.gst>['query']>;
export type JournalQuery = NonNullable<CallInput<typeof bookEndpoints.journal>['query']>;

export const bookKeys = { all: ['books'] } as const;

export const bookQueries = {
  trialBalance: (day: Day) =>
    queryOptions({
      queryKey: [...bookKeys.all, 'trial-balance', day],
      queryFn: ({ signal }) => call(bookEndpoints.trialBalance, { query: { day }, signal }),
      placeholderData: keepPreviousData,
    }),
  journal: (query: JournalQuery) =>
    queryOptions({
      queryKey: [...bookKeys.all, 'journal', query],
      queryFn: ({ signal }) => call(bookEndpoints.journal, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  account: (account: Account, span: { from?: Day; to?: Day }) =>
    queryOptions({
      queryKey: [...bookKeys.all, 'account', account, span],
      queryFn: ({ signal }) => call(bookEndpoints.account, { params: { account }, query: span, signal }),
      placeholderData: keepPreviousData,
    }),
  held: (after: number | null) =>
    queryOptions({
      queryKey: [...bookKeys.all, 'held', after],
      queryFn: ({ signal }) => call(bookEndpoints.held, { query: after === null ? {} : { after }, signal }),
      placeholderData: keepPreviousData,
    }),
  gst: (query: GstQuery) =>
    queryOptions({
      queryKey: [...bookKeys.all, 'gst', query],
      queryFn: ({ signal }) => call(bookEndpoints.gst, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  gstLines: (query: GstQuery & { section: GstSection }, before: number | null) =>
    queryOptions({
      queryKey: [...bookKeys.all, 'gst-lines', query, before],
      queryFn: ({ signal }) =>
        call(bookEndpoints.gstLines, { query: { ...query, ...(before !== null && { before }) }, signal }),
      placeholderData: keepPreviousData,
    }),
  owed: queryOptions({
    queryKey: [...bookKeys.all, 'owed'],
    queryFn: ({ signal }) => call(bookEndpoints.owed, { signal }),
  }),
};

/** Saves a report of the books with everything that its filter finds. */
export const saveBooks = (ending: 'csv' | 'pdf', table: BooksReport, query: FileQuery): Promise<void> =>
  saveDownload(
    bookEndpoints[ending],
    { params: { table }, query },
    { text: 'Downloading...', nameOf: (given) => given ?? `${booksReports[table].label}.${ending}` },
  ).catch(toast.error);
