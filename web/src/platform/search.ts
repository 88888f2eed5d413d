import type { SearchSchemaInput } from '@tanstack/react-router';
import * as z from 'zod/mini';

type Flat = Record<string, unknown>;

const asText = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
};

/** Addresses use the same plain format as the API's queries: `?status=draft,approved&sortDesc=0`. */
export const parseSearch = (search: string): Flat => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Flat): string {
  const pairs = Object.entries(search).flatMap(([name, value]) => {
    const text = asText(value);
    return text === undefined || text === '' ? [] : [[name, text]];
  });
  // Commas are allowed in a query; unescaped, a shared address stays readable.
  const text = new URLSearchParams(pairs).toString().replaceAll('%2C', ',');
  return text ? `?${text}` : '';
}

/** A link may omit values that have a default. */
type SearchIn<Schema extends z.ZodMiniObject> = {
  [Name in keyof z.output<Schema>]?: z.output<Schema>[Name] | undefined;
} & SearchSchemaInput;

/** Parses a search by a contract's query. An invalid value counts as absent, never as an error. */
export function searchBy<Schema extends z.ZodMiniObject>(schema: Schema) {
  return (search: SearchIn<Schema>): z.output<Schema> => {
    const read: Flat = {};
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodMiniType>)) {
      const wanted = z.safeDecode(field, asText((search as Flat)[name]) as never);
      const found = wanted.success ? wanted : z.safeDecode(field, undefined as never);
      // Absent, but with its key: otherwise the router would show the address's value.
      if (found.success) read[name] = found.data;
    }
    return read as z.output<Schema>;
  };
}
