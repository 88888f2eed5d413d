/** The columns of the admin's list, in the order in which the panel offers them. */
// biome-ignore format: a table
export const columnKeys = [
  'flow', 'name', 'tenant', 'status', 'option', 'budget', 'funding', 'sent', 'flag',
  'agent', 'payment', 'since', 'submitted', 'approved', 'auction', 'settlement', 'withdrawn', 'updated',
] as const;
export type ColumnKey = (typeof columnKeys)[number];

const defaultCount = columnKeys.indexOf('flag') + 1;
export const defaultColumns: readonly ColumnKey[] = columnKeys.slice(0, defaultCount);

/** The column with the row's link cannot be switched off, because every row must be reachable. */
export const isAlwaysOn = (key: ColumnKey): boolean => key === 'flow';

const isColumn = (key: string): key is ColumnKey => columnKeys.some((known) => known === key);

/** The columns that an address asks for; unknown or former names are ignored. */
export function columnsIn(text: string | undefined): readonly ColumnKey[] {
  const named = [...new Set((text ?? '').split(',').filter(isColumn))];
  if (named.length === 0) return defaultColumns;
  return named.includes('flow') ? named : ['flow', ...named];
}

/** The text for the address; undefined for the defaults. */
export const columnsText = (keys: readonly ColumnKey[]): string | undefined =>
  keys.join() === defaultColumns.join() ? undefined : keys.join();

export const withColumn = (keys: readonly ColumnKey[], key: ColumnKey, isOn: boolean): ColumnKey[] =>
  isOn ? [...keys, key] : keys.filter((other) => other !== key);

/** Moves one place up or down; does nothing at either end. */
export function moved(keys: readonly ColumnKey[], key: ColumnKey, step: 1 | -1): ColumnKey[] {
  const from = keys.indexOf(key);
  const to = from + step;
  if (from < 0 || to < 0 || to >= keys.length) return [...keys];
  return keys.toSpliced(from, 1).toSpliced(to, 0, key);
}
