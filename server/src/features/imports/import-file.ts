import type { ImportFields, RowTexts } from '@kerb/domain/imports/import-fields.ts';
import {
  importTooLarge,
  mostImportCharacters,
  mostImportColumns,
  mostImportRows,
} from '@kerb/domain/imports/import-limits.ts';
import { decideMapping, guessMapping, type Mapping, textsOf } from '@kerb/domain/imports/mapping.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import type { ImportKind } from '@kerb/server/features/imports/import-kind.ts';
import { lastHeaders } from '@kerb/server/features/imports/imports.repository.ts';
import { type CsvRow, csvRows } from '@kerb/server/platform/csv/csv-rows.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { invalid, mustAllow } from '@kerb/server/platform/problems/problem.ts';

export type FileRow = { line: number; texts: RowTexts };
export type ReadFile = { headers: string[]; mapping: Mapping; rows: FileRow[] };

const limits = {
  what: 'import' as const,
  characters: mostImportCharacters,
  tooLarge: importTooLarge,
  // And the row of headers.
  rows: mostImportRows + 1,
  tooLong: `A file has at most ${mostImportRows} rows.`,
};

const unreadable = (words: string) => invalid(fieldError('text', 'notValid', words), words);

/** Each row has a line of its own, whatever its quotation marks: the line is the row's key. */
function numbered(rows: readonly CsvRow[]): CsvRow[] {
  let last = 0;
  return rows.map(({ line, fields }) => {
    last = Math.max(line, last + 1);
    return { line: last, fields };
  });
}

type Asked = { tenantId: number; kind: ImportKind; fields: ImportFields; text: string; mapping?: Mapping | undefined };

/** Reads a file by the mapping, or by the mapping that its headers suggest. */
export async function readFile(db: Database | Tx, { tenantId, kind, fields, text, mapping }: Asked): Promise<ReadFile> {
  const parsed = csvRows(text, limits);
  if (!parsed.ok) throw unreadable(parsed.because);
  const [first, ...rest] = parsed.value;
  if (!first) throw unreadable(fieldWords.emptyFile);
  const headers = first.fields;
  if (headers.length > mostImportColumns) throw unreadable(`A file has at most ${mostImportColumns} columns.`);
  if (rest.length === 0) throw unreadable('The file has no rows below its headers.');
  const used = mapping ?? guessMapping(headers, fields, await lastHeaders(db, tenantId, kind));
  mustAllow(decideMapping(used, fields, headers.length));
  return {
    headers,
    mapping: used,
    rows: numbered(rest).map((row) => ({ line: row.line, texts: textsOf(row.fields, used) })),
  };
}
