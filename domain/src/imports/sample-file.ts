import type { ImportFields, RowTexts } from '@kerb/domain/imports/import-fields.ts';
import { byteOrderMark, csvRecord, textCell } from '@kerb/domain/reports/csv.ts';

/** A file that can be imported as it is: the labels of the fields, and the rows. */
export function sampleFile(fields: ImportFields, rows: readonly RowTexts[]): string {
  const header = Object.values(fields).map(({ label }) => label);
  const cells = rows.map((row) => Object.keys(fields).map((field) => row[field] ?? ''));
  return byteOrderMark + [header, ...cells].map((record) => csvRecord(record.map(textCell))).join('');
}
