import { accountClassLabels, bookAccounts, postingKinds } from '@kerb/domain/books/account-table.ts';
import { gstSectionLabels } from '@kerb/domain/books/gst.ts';
import { campaignColumns } from '@kerb/domain/reports/campaign-columns.ts';
import type { CsvColumns } from '@kerb/domain/reports/csv.ts';

const accountLabels = Object.fromEntries(Object.entries(bookAccounts).map(([name, { label }]) => [name, label]));
const classLabels = Object.fromEntries(
  Object.entries(bookAccounts).map(([name, row]) => [name, accountClassLabels[row.class]]),
);

// biome-ignore format: a table
const columns = {
  day:          { header: 'Day',           is: 'day'   },
  posting:      { header: 'Posting No.',   is: 'plain' },
  kind:         { header: 'Kind',          is: 'label', labels: postingKinds  },
  flowNumber:   campaignColumns.flowNumber,
  campaign:     campaignColumns.campaign,
  organisation: campaignColumns.organisation,
  account:      { header: 'Account',       is: 'label', labels: accountLabels },
  class:        { header: 'Class',         is: 'label', labels: classLabels   },
  invoice:      { header: 'Invoice No.',   is: 'plain' },
  description:  { header: 'Description',   is: 'text'  },
  debit:        { header: 'Debit',         is: 'plain' },
  credit:       { header: 'Credit',        is: 'plain' },
  balance:      { header: 'Balance',       is: 'plain' },
  held:         { header: 'Held',          is: 'plain' },
  refunds:      { header: 'Under refund',  is: 'plain' },
  kept:         { header: 'Kept',          is: 'plain' },
  transit:      { header: 'On its way',    is: 'plain' },
  owed:         { header: 'Owed',          is: 'plain' },
  campaigns:    { header: 'Campaigns',     is: 'plain' },
  section:      { header: 'Sales',         is: 'label', labels: gstSectionLabels },
  net:          { header: 'Without GST',   is: 'plain' },
  tax:          { header: 'GST',           is: 'plain' },
  since:        { header: 'Since',         is: 'moment' },
} as const satisfies CsvColumns;
export type BooksColumn = keyof typeof columns;

const of = <const Name extends BooksColumn>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<typeof columns, Name>;

/** The columns that are amounts: right-aligned and added up on paper. */
export const booksFigures: ReadonlySet<string> = new Set<BooksColumn>([
  'debit',
  'credit',
  'held',
  'refunds',
  'kept',
  'transit',
  'owed',
  'net',
  'tax',
]);

/** The files of the books: their columns as a spreadsheet, and those that have room on paper. */
// biome-ignore format: a table
export const booksReports = {
  'trial-balance': { label: 'Trial Balance',           columns: of('account', 'class', 'debit', 'credit'), paper: ['account', 'class', 'debit', 'credit'] },
  journal:         { label: 'Journal',                 columns: of('day', 'posting', 'kind', 'flowNumber', 'campaign', 'organisation', 'account', 'debit', 'credit', 'invoice', 'description'), paper: ['account', 'day', 'posting', 'kind', 'flowNumber', 'debit', 'credit'] },
  account:         { label: 'Account',                 columns: of('day', 'posting', 'kind', 'flowNumber', 'campaign', 'organisation', 'debit', 'credit', 'balance', 'invoice', 'description'), paper: ['kind', 'day', 'posting', 'flowNumber', 'debit', 'credit', 'balance'] },
  held:            { label: 'Held Money',              columns: of('flowNumber', 'campaign', 'organisation', 'held', 'refunds'), paper: ['campaign', 'flowNumber', 'held', 'refunds'] },
  owed:            { label: 'Owed to Organisations',   columns: of('organisation', 'campaigns', 'kept', 'transit', 'owed', 'since'), paper: ['organisation', 'campaigns', 'kept', 'transit', 'owed'] },
  gst:             { label: 'GST',                     columns: of('section', 'day', 'posting', 'kind', 'flowNumber', 'campaign', 'organisation', 'invoice', 'net', 'tax'), paper: ['section', 'day', 'posting', 'kind', 'flowNumber', 'net', 'tax'] },
} as const satisfies Record<string, { label: string; columns: CsvColumns; paper: readonly BooksColumn[] }>;
export type BooksReport = keyof typeof booksReports;
export const booksReportNames = Object.keys(booksReports) as [BooksReport, ...BooksReport[]];

/** 'KerbPay Trial Balance 2026-11-30.csv' */
export const booksFileName = (brand: string, report: BooksReport, about: string, ending: 'csv' | 'pdf'): string =>
  `${[brand, booksReports[report].label, about].filter(Boolean).join(' ')}.${ending}`;

/** A PDF of more records has hundreds of pages: the spreadsheet has them all. */
export const mostRecordsOnPaper = 2_000;
