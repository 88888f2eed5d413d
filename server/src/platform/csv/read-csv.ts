import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import {
  type CsvRow,
  csvOptions,
  csvRowOf,
  delimiterOf,
  isBinary,
  notCsv,
  sampledLines,
  unmatchedQuotes,
} from '@kerb/server/platform/csv/csv-rows.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import { CsvError, type InfoRecord, parse } from 'csv-parse';

/** A file that can be read more than once. */
export type CsvSource = { read: () => AsyncIterable<Uint8Array> };
export type CsvFileLimits = {
  /** The field of the request that has the file. */
  field: string;
  rows: number;
  tooLong: string;
};

const refused = (field: string, because: string) => invalid(fieldError(field, 'notValid', because), because);

/** The largest row. A quotation mark that stays open would otherwise collect the rest of the file. */
const longestRow = 65_536;
/** Enough for the first lines, unless they are very long. */
const sampledCharacters = 65_536;
const rowsInLot = 1_000;

/** UTF-8, or else Windows-1252, which Excel writes. */
async function encodingOf({ read }: CsvSource): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of read()) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** The text of the file in pieces, with one kind of line end. */
async function* textsOf({ read }: CsvSource, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let held = '';
  const normal = (text: string, isLast: boolean): string => {
    // The other half of a line end may come with the next piece.
    held = !isLast && text.endsWith('\r') ? '\r' : '';
    return text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
  };
  for await (const bytes of read()) yield normal(held + decoder.decode(bytes, { stream: true }), false);
  yield normal(held + decoder.decode(), true);
}

/** The first lines, to recognise the delimiter. */
async function beginningOf(texts: AsyncGenerator<string>): Promise<string> {
  let beginning = '';
  while (beginning.length < sampledCharacters && beginning.split('\n').length <= sampledLines) {
    const { done, value } = await texts.next();
    if (done) break;
    beginning += value;
  }
  return beginning;
}

async function* allOf(beginning: string, rest: AsyncGenerator<string>, field: string): AsyncGenerator<string> {
  if (isBinary(beginning)) throw refused(field, notCsv);
  yield beginning;
  for await (const text of rest) {
    if (isBinary(text)) throw refused(field, notCsv);
    yield text;
  }
}

/** The first line with content after those that were read. */
async function firstLineAfter(texts: AsyncGenerator<string>, linesRead: number): Promise<number> {
  let line = 1;
  let content = '';
  for await (const text of texts) {
    const [first = '', ...others] = text.split('\n');
    content += first;
    for (const next of others) {
      if (line > linesRead && content.trim() !== '') return line;
      line += 1;
      content = next;
    }
  }
  return line;
}

type Parsed = { record: string[]; info: Pick<InfoRecord, 'lines'> };

/**
 * The rows of a CSV file, with any line ending and any usual delimiter, in lots. Empty rows are left out. Neither the
 * file nor its rows are held in memory. Refuses what is no CSV file, and more rows than the limit.
 */
export async function* csvLots(source: CsvSource, { field, rows, tooLong }: CsvFileLimits): AsyncGenerator<CsvRow[]> {
  const encoding = await encodingOf(source);
  const texts = textsOf(source, encoding);
  const beginning = await beginningOf(texts);
  let linesRead = 0;
  // Called for each record at once. An error drops the records that were not fetched yet.
  const onRecord = (record: string[], { lines }: InfoRecord) => {
    linesRead = lines;
    return record;
  };
  const delimiter = delimiterOf(beginning);
  const parser = parse({ ...csvOptions, delimiter, maxRecordSize: longestRow, info: true, onRecord });
  // The error of a piece destroys the parser, and is thrown to its reader.
  void pipeline(Readable.from(allOf(beginning, texts, field)), parser).catch(() => {});
  let lot: CsvRow[] = [];
  let count = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const row = csvRowOf(record, info.lines);
      if (!row) continue;
      count += 1;
      if (count > rows) throw refused(field, tooLong);
      lot.push(row);
      if (lot.length < rowsInLot) continue;
      yield lot;
      lot = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused(field, unmatchedQuotes(await firstLineAfter(textsOf(source, encoding), linesRead)));
  }
  if (lot.length > 0) yield lot;
}
