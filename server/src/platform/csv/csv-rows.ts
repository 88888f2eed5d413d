import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { CsvError, type InfoRecord, type Options, parse } from 'csv-parse/sync';

/** A row of a file, and the line on which it begins, as an editor counts. */
export type CsvRow = { line: number; fields: string[] };

/** The limits of a file, with the words for a file that exceeds them. */
export type CsvLimits = {
  /** The beginning of the codes of refusals. */
  what: string;
  characters: number;
  tooLarge: string;
  rows: number;
  tooLong: string;
};

const delimiters = [',', ';', '\t'] as const;

/** The delimiter that the first lines use most, outside quotation marks. */
function delimiterOf(text: string): string {
  const beginning = text
    .split('\n', 20)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => beginning.split(delimiter).length;
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

const newlinesIn = (text: string): number => text.split('\n').length - 1;

const options: Options = {
  bom: true,
  trim: true,
  recordDelimiter: '\n',
  // Some banks write a quotation mark in the middle of a field, for inches or nicknames.
  relaxQuotes: true,
  relaxColumnCount: true,
  skipEmptyLines: true,
};

/** For an unclosed field csv-parse reports the end of the file. The user needs the field's first line. */
function lineOfProblem(error: CsvError, text: string, linesRead: number): number {
  if (error.code !== 'CSV_QUOTE_NOT_CLOSED') return Number(error.lines);
  return text.split('\n').findIndex((line, at) => at >= linesRead && line.trim() !== '') + 1;
}

/** The rows of a CSV file, with any line ending and any usual delimiter. Empty rows are left out. */
export function csvRows(text: string, limits: CsvLimits): Decision<CsvRow[]> {
  const { what } = limits;
  if (text.length > limits.characters) return refuse(`${what}-too-large`, limits.tooLarge);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: only a binary file contains them
  if (/[\x00-\x08\x0e-\x1f]/.test(text)) return refuse(`${what}-not-text`, 'This is not a CSV file.');
  const plain = text.replace(/\r\n?/g, '\n');
  const rows: CsvRow[] = [];
  let linesRead = 0;
  const onRecord = (record: string[], { lines }: InfoRecord) => {
    const fields = record.map((field) => field.trim());
    // csv-parse reports the last line of a record; a quoted field may contain several lines.
    const line = lines - newlinesIn(record.join(''));
    if (fields.some((field) => field !== '')) rows.push({ line, fields });
    linesRead = lines;
    return null;
  };
  try {
    parse(plain, { ...options, delimiter: delimiterOf(plain), onRecord });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = lineOfProblem(error, plain, linesRead);
    return refuse(`${what}-not-csv`, `Line ${line}: the quotation marks do not match.`);
  }
  return rows.length > limits.rows ? refuse(`${what}-too-long`, limits.tooLong) : allow(rows);
}
