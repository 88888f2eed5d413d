import {
  type BooksColumn,
  type BooksReport,
  booksFigures,
  booksReports,
  mostRecordsOnPaper,
} from '@kerb/domain/books/books-reports.ts';
import { gstBasisLabels } from '@kerb/domain/books/gst.ts';
import { centsFromDecimal, formatPercent } from '@kerb/domain/kernel/money.ts';
import type { CsvColumn } from '@kerb/domain/reports/csv.ts';
import { type FileQuery, gstSpanOf, sourceOf } from '@kerb/server/features/books/books-sources.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { dayOnPaper, fileDateOf, letterheadOf, moneyOnPaper } from '@kerb/server/platform/pdf/letterhead.ts';
import type { PdfDocument, PdfFact } from '@kerb/server/platform/pdf/pdf-document.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

type Settings = Pick<Deps, 'db' | 'config' | 'country'>;
type Record_ = Partial<Record<string, string | null>>;

/** The same records as the spreadsheet has, as text. Refuses a paper of hundreds of pages. */
async function recordsOf(deps: Settings, report: BooksReport, query: FileQuery): Promise<Record_[]> {
  const { values, from } = sourceOf(report, query, deps.country);
  const names: readonly BooksColumn[] = booksReports[report].paper;
  const cells = names.map((name) => sql`(${values[name]})::text as ${sql.ref(`c_${name.toLowerCase()}`)}`);
  const { rows } = await sql<Record<string, string | null>>`
    select ${sql.join(cells)} from ${from} limit ${mostRecordsOnPaper + 1}`.execute(deps.db);
  if (rows.length > mostRecordsOnPaper) {
    const words = `A PDF has at most ${mostRecordsOnPaper.toLocaleString(deps.country.locale)} records. Choose fewer days, or download the spreadsheet.`;
    throw new Problem(409, 'too-many-records', words);
  }
  return rows.map((row) => {
    const found = Object.values(row);
    return Object.fromEntries(names.map((name, place) => [name, found[place] ?? null]));
  });
}

function cellOf(deps: Settings, column: CsvColumn, name: string, value: string | null): string {
  if (value === null) return '';
  if (booksFigures.has(name) || name === 'balance') return moneyOnPaper(centsFromDecimal(value), deps);
  if (column.is === 'label') return column.labels[value] ?? '';
  if (column.is === 'day') return value.slice(0, 10).split('-').reverse().join('/');
  return value;
}

/** What the paper is about: the day or the days, and what it was filtered by. */
function factsOf(deps: Settings, report: BooksReport, query: FileQuery): PdfFact[] {
  const labels = booksReports.journal.columns;
  if (report === 'trial-balance') return [['At the end of', dayOnPaper(query.day, deps)]];
  if (report === 'held' || report === 'owed') return [['Now', dayOnPaper(query.day, deps)]];
  if (report === 'gst') {
    const { from, to, basis } = gstSpanOf(query);
    const rate = formatPercent(deps.country.gstBasisPoints);
    return [
      ['From', dayOnPaper(from, deps)],
      ['To', dayOnPaper(to, deps)],
      ['Basis', gstBasisLabels[basis]],
      ['Rate', rate],
    ];
  }
  return [
    ['From', query.from ? dayOnPaper(query.from, deps) : 'the first posting'],
    ['To', query.to ? dayOnPaper(query.to, deps) : 'the last posting'],
    ...(query.account ? [[labels.account.header, labels.account.labels[query.account] ?? ''] as const] : []),
    ...(query.event ? [[labels.kind.header, labels.kind.labels[query.event]] as const] : []),
    ...(query.agreementId ? [['Campaign', String(query.agreementId)] as const] : []),
    ...(query.tenantId ? [['Organisation', String(query.tenantId)] as const] : []),
  ];
}

/** A report of the books on paper, with the sums of its amounts. */
export async function booksPaper(deps: Settings, report: BooksReport, query: FileQuery): Promise<PdfDocument> {
  const { label, columns, paper } = booksReports[report];
  const names: readonly BooksColumn[] = paper;
  const columnOf = (name: BooksColumn) => (columns as Partial<Record<BooksColumn, CsvColumn>>)[name];
  const records = await recordsOf(deps, report, query);
  const sumOf = (name: string) => records.reduce((sum, row) => sum + centsFromDecimal(row[name] ?? '0'), 0);
  const shown = names.flatMap((name) => {
    const column = columnOf(name);
    return column ? [{ name, column }] : [];
  });
  return {
    title: label,
    locale: deps.country.locale,
    letterhead: letterheadOf(deps),
    date: fileDateOf(query.day),
    footer: `${deps.country.brand} · ${label}`,
    blocks: [
      { kind: 'facts', rows: factsOf(deps, report, query) },
      {
        kind: 'table',
        columns: shown.map(({ name, column }) => ({
          label: column.header,
          ...((booksFigures.has(name) || name === 'balance') && { isFigure: true as const }),
        })),
        rows: records.map((row) => shown.map(({ name, column }) => cellOf(deps, column, name, row[name] ?? null))),
      },
      {
        kind: 'totals',
        rows: shown
          .filter(({ name }) => booksFigures.has(name))
          .map(({ name, column }) => ({
            label: `Total ${column.header.toLowerCase()}`,
            value: moneyOnPaper(sumOf(name), deps),
            isStrong: true as const,
          })),
      },
    ],
  };
}
