import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse/sync';

/** A row of a file, and the line on which it begins, as an editor counts. */
export type CsvRow = { line: number; fields: string[] };

/** The limits of a file, with the words for a file that exceeds them. */
export type CsvLimits = {
  /** The beginning of the codes of refusals. */
  what: 'import';
  characters: number;
  tooLarge: string;
  rows: number;
  tooLong: string;
};

const delimiters = [',', ';', '\t'] as const;

/** Enough lines to recognise the delimiter. */
export const sampledLines = 20;

/** The delimiter that the first lines use most, outside quotation marks. */
export function delimiterOf(text: string): string {
  const beginning = text
    .split('\n', sampledLines)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => beginning.split(delimiter).length;
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

const newlinesIn = (text: string): number => text.split('\n').length - 1;

export const csvOptions = {
  bom: true,
  trim: true,
  recordDelimiter: '\n',
  // Some banks write a quotation mark in the middle of a field, for inches or nicknames.
  relaxQuotes: true,
  relaxColumnCount: true,
  skipEmptyLines: true,
} as const satisfies Options;

// biome-ignore lint/suspicious/noControlCharactersInRegex: only a binary file contains them
export const isBinary = (text: string): boolean => /[\x00-\x08\x0e-\x1f]/.test(text);
export const notCsv = 'This is not a CSV file.';
export const unmatchedQuotes = (line: number): string => `Line ${line}: the quotation marks do not match.`;

/** Null for an empty row. csv-parse reports the last line of a record; a quoted field may contain several lines. */
export function csvRowOf(record: readonly string[], lastLine: number): CsvRow | null {
  const fields = record.map((field) => field.trim());
  return fields.some((field) => field !== '') ? { line: lastLine - newlinesIn(record.join('')), fields } : null;
}

/** For an unclosed field csv-parse reports the end of the file. The user needs the field's first line. */
function lineOfProblem(error: CsvError, text: string, linesRead: number): number {
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return Number(error.lines);
  return text.split('\n').findIndex((line, at) => at >= linesRead && line.trim() !== '') + 1;
}

/** The rows of a CSV file, with any line ending and any usual delimiter. Empty rows are left out. */
export function csvRows(text: string, limits: CsvLimits): Decision<CsvRow[]> {
  const { what } = limits;
  if (text.length > limits.characters) return refuse(`${what}-too-large`, limits.tooLarge);
  if (isBinary(text)) return refuse(`${what}-not-text`, notCsv);
  const plain = text.replace(/\r\n?/g, '\n');
  const rows: CsvRow[] = [];
  let linesRead = 0;
  const onRecord = (record: string[], { lines }: InfoRecord) => {
    const row = csvRowOf(record, lines);
    if (row) rows.push(row);
    linesRead = lines;
    return null;
  };
  try {
    parse(plain, { ...csvOptions, delimiter: delimiterOf(plain), onRecord });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = lineOfProblem(error, plain, linesRead);
    return refuse(`${what}-not-csv`, unmatchedQuotes(line));
  }
  return rows.length > limits.rows ? refuse(`${what}-too-long`, limits.tooLong) : allow(rows);
}
