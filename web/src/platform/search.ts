import type { SearchSchemaInput } from '@tanstack/react-router';

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

/** Reads one value of an address. An invalid value counts as absent, never as an error. */
export type FieldOfSearch<T> = (text: string | undefined) => T;
export type SearchFields = Record<string, FieldOfSearch<unknown>>;
export type SearchOf<Fields extends SearchFields> = { [Name in keyof Fields]: ReturnType<Fields[Name]> };

/** An id: digits only. */
export const idField: FieldOfSearch<number | undefined> = (text) =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

export const dayField: FieldOfSearch<string | undefined> = (text) =>
  text !== undefined && /^[12]\d{3}-\d\d-\d\d$/.test(text) ? text : undefined;

/** A page or its size: never 0. A size is one of those that the screen offers. */
export const countField =
  (usual: number, offered?: readonly number[]): FieldOfSearch<number> =>
  (text) => {
    const count = idField(text) ?? 0;
    return count >= 1 && (!offered || offered.includes(count)) ? count : usual;
  };

export const flagField =
  (usual: boolean): FieldOfSearch<boolean> =>
  (text) =>
    text === undefined || !['1', '0', ''].includes(text) ? usual : text === '1';

/** One of these words. */
export const wordField =
  <const Word extends string>(words: readonly Word[]): FieldOfSearch<Word | undefined> =>
  (text) =>
    words.find((word) => word === text);

export const usualWordField =
  <const Word extends string>(words: readonly Word[], usual: Word): FieldOfSearch<Word> =>
  (text) =>
    words.find((word) => word === text) ?? usual;

/** Several of these words with commas. If one is unknown, all are. */
export const wordsField =
  <const Word extends string>(words: readonly Word[]): FieldOfSearch<Word[] | undefined> =>
  (text) => {
    const named = text?.split(',').filter(Boolean) as Word[] | undefined;
    return named?.every((word) => words.includes(word)) ? named : undefined;
  };

export const textField =
  (longest: number): FieldOfSearch<string | undefined> =>
  (text) =>
    text !== undefined && text.trim().length <= longest ? text.trim() : undefined;

/** A filter of the API that the screen does not show. With its key: otherwise the router adds the address's value. */
export const unshownField: FieldOfSearch<undefined> = () => undefined;

/** A link may omit values that have a default. */
type SearchIn<Fields extends SearchFields> = {
  [Name in keyof Fields]?: ReturnType<Fields[Name]> | undefined;
} & SearchSchemaInput;

/** Reads a search. Absent values have their key too: otherwise the router would show the address's value. */
export function searchBy<Fields extends SearchFields>(fields: Fields) {
  return (search: SearchIn<Fields>): SearchOf<Fields> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [name, read(asText((search as Flat)[name]))]),
    ) as SearchOf<Fields>;
}
