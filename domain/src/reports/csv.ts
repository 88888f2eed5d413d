/**
 * Columns and framing of CSV files (RFC 4180). SQL writes the cells (`server/src/platform/csv/cells.ts`), because the
 * database makes a hundred thousand records faster than JavaScript.
 */

/** Without this mark Excel does not read UTF-8: it shows Kōwhai as KÅwhai. */
export const byteOrderMark = '\uFEFF';
/** Ends every record and occurs nowhere else, so that records can be counted: a line break in a cell is a lone LF. */
export const recordEnd = '\r\n';

/**
 * Matches text that a spreadsheet might run as a formula: it starts with a formula sign (also full-width or small, also
 * behind blanks and invisible characters), or with a character that moves the rest into another cell. The escapes mean
 * the same in JavaScript and PostgreSQL.
 */
// biome-ignore format: a table
const invisible = String.raw`\u0001-\u0020\u007F-\u00A0\u00AD\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF`;
const sign = String.raw`=+@\u002D\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B\u2212`;
export const formulaPattern = String.raw`^([${invisible}]*[${sign}]|[\t\r\n])`;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A constant word, in quotes only if needed. */
export const wordCell = (word: string): string => (/[",\r\n]/.test(word) ? quoted(word) : word);

/**
 * The type of a column. 'plain' is written unchanged, so that amounts and numbers stay numbers. 'month' is a day of
 * that month.
 */
export type CsvColumn =
  | { header: string; is: 'text' | 'plain' | 'day' | 'month' | 'moment' | 'flag' }
  /** The label for each value; a value without a label gives an empty cell. */
  | { header: string; is: 'label'; labels: Readonly<Record<string | number, string>> };
/** The columns of a file by name, in order. */
export type CsvColumns = Readonly<Record<string, CsvColumn>>;

export const csvRecord = (cells: readonly string[]): string => `${cells.join(',')}${recordEnd}`;

/** The first line of every file. */
export const csvHeader = (columns: CsvColumns): string =>
  byteOrderMark + csvRecord(Object.values(columns).map(({ header }) => wordCell(header)));

const formula = new RegExp(formulaPattern);

/** A cell of text that a person typed. A spreadsheet must not run it as a formula. */
export const textCell = (text: string): string =>
  text === '' ? '' : quoted(`${formula.test(text) ? "'" : ''}${text.replaceAll(/\r\n?/g, '\n')}`);
