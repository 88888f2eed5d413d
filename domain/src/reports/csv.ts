import { type Day, dayIn, type Moment } from '@kerb/domain/kernel/dates.ts';

/**
 * How records are written as a spreadsheet: RFC 4180, which every program reads. The server writes the same cells in
 * SQL (`server/src/platform/csv/cells.ts`), because a hundred thousand records are quicker made where they are; a test
 * holds the two together.
 */

/** Without this mark Excel takes UTF-8 for something older, and Kōwhai for KÅwhai. */
export const byteOrderMark = '\uFEFF';
/** Ends every record, and stands nowhere else: a line break within a cell is a lone LF. So records can be counted. */
export const recordEnd = '\r\n';

/**
 * What a spreadsheet might take for a formula: a sign of one, also in full width or small, also behind blanks and
 * marks that nobody sees; or a first character that moves what follows into another cell. Written with escapes that
 * JavaScript and PostgreSQL read alike.
 */
// biome-ignore format: a table
const invisible = String.raw`\u0001-\u0020\u007F-\u00A0\u00AD\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF`;
const sign = String.raw`=+@\u002D\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\u2212`;
export const formulaPattern = String.raw`^([${invisible}]*[${sign}]|[\t\r\n])`;
const formula = new RegExp(formulaPattern);

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Text as it was typed, unable to run: a formula is preceded by an apostrophe, which spreadsheets take for 'text'.
 * Always in quotes, whatever is in it.
 */
export function textCell(text: string | null): string {
  if (text === null || text === '') return '';
  return quoted(`${formula.test(text) ? "'" : ''}${text.replace(/\r\n?/g, '\n')}`);
}

/** A word of ours, in quotes only where it must be. */
export const wordCell = (word: string): string => (/[",\r\n]/.test(word) ? quoted(word) : word);

export const dayCell = (day: Day | null): string => (day === null ? '' : day.split('-').reverse().join('/'));
/** The day that it was where the organisation is. */
export const momentCell = (moment: Moment | null, zone: string): string =>
  moment === null ? '' : dayCell(dayIn(zone, moment));
export const flagCell = (flag: boolean | null): string => (flag === null ? '' : flag ? 'Yes' : 'No');
export const monthCell = (day: Day | null): string => (day === null ? '' : day.slice(0, 7));

/** What a column is of. 'plain' is ours and goes as it is: amounts and numbers stay numbers. 'month' is a day of it. */
export type CsvColumn =
  | { header: string; is: 'text' | 'plain' | 'day' | 'month' | 'moment' | 'flag' }
  /** A word of ours for each value; a value without one is left empty. */
  | { header: string; is: 'label'; labels: Readonly<Record<string | number, string>> };
/** The columns of a file by name, in their order. */
export type CsvColumns = Readonly<Record<string, CsvColumn>>;

export const csvRecord = (cells: readonly string[]): string => `${cells.join(',')}${recordEnd}`;

/** How every file begins. */
export const csvHeader = (columns: CsvColumns): string =>
  byteOrderMark + csvRecord(Object.values(columns).map(({ header }) => wordCell(header)));
