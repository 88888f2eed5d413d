import type { ImportFields, RowTexts } from '@kerb/domain/imports/import-fields.ts';
import { allow, type Decision, fieldError, refuseFields } from '@kerb/domain/kernel/decision.ts';

/** The column of each field, counted from 0. A field without a column is absent. */
export type Mapping = Readonly<Record<string, number>>;
/** The field of each header, as an organisation used it last. */
export type RememberedHeaders = Readonly<Record<string, string>>;

/** Letters and digits only: 'First name', 'first_name' and 'FirstName' are the same header. */
export const plainHeader = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The column of each field by what the organisation chose last, and then by the usual headers. Each column once. */
export function guessMapping(
  headers: readonly string[],
  fields: ImportFields,
  remembered: RememberedHeaders = {},
): Mapping {
  const names = headers.map(plainHeader);
  const taken = new Set<number>();
  const take = (column: number): number | null => {
    if (column < 0) return null;
    taken.add(column);
    return column;
  };
  const columnOf = (is: (name: string) => boolean) => names.findIndex((name, at) => !taken.has(at) && is(name));
  const chosen = Object.keys(fields).map((field) => ({
    field,
    column: take(columnOf((name) => Object.hasOwn(remembered, name) && remembered[name] === field)),
  }));
  const guessed = chosen.map(({ field, column }) => {
    const usual = fields[field]?.headers ?? [];
    const known = usual.find((header) => columnOf((name) => name === header) >= 0);
    return { field, column: column ?? (known === undefined ? null : take(columnOf((name) => name === known))) };
  });
  return Object.fromEntries(guessed.flatMap(({ field, column }) => (column === null ? [] : [[field, column]])));
}

/** Refuses a field that does not exist, and a column that the file does not have. */
export function decideMapping(mapping: Mapping, fields: ImportFields, columns: number): Decision<Mapping> {
  for (const [field, column] of Object.entries(mapping)) {
    if (!Object.hasOwn(fields, field) || column >= columns) {
      return refuseFields(fieldError('mapping', 'notValid', 'The file has no such column. Choose the columns again.'));
    }
  }
  return allow(mapping);
}

/** What to remember of a mapping: the field of each header that has a name. */
export const rememberedOf = (headers: readonly string[], mapping: Mapping): RememberedHeaders =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([field, column]) => {
      const name = plainHeader(headers[column] ?? '');
      return name === '' ? [] : [[name, field]];
    }),
  );

/** The texts of a row by field. A short row has empty texts at its end. */
export const textsOf = (cells: readonly string[], mapping: Mapping): RowTexts =>
  Object.fromEntries(Object.entries(mapping).map(([field, column]) => [field, cells[column] ?? '']));
