/**
 * How far a reader has read the log of a campaign: everything up to `floor`, and of the entries after it those in
 * `seen`. A number alone would lose entries: a transaction may commit after another one that wrote a later entry.
 */
export type Cursor = { floor: number; seen: ReadonlySet<number> };

type Entry = { id: number; isRecent: boolean };

/** The cursor after these entries. Before an entry that is not recent, no transaction is still open. */
export function cursorAfter({ floor, seen }: Cursor, entries: readonly Entry[]): Cursor {
  const settled = entries.filter(({ isRecent }) => !isRecent).map(({ id }) => id);
  const next = Math.max(floor, ...settled);
  const all = [...seen, ...entries.map(({ id }) => id)];
  return { floor: next, seen: new Set(all.filter((id) => id > next).toSorted((a, b) => a - b)) };
}

/** The id of a server-sent event: `17` or `17:19,20`. */
export const textOfCursor = ({ floor, seen }: Cursor): string =>
  seen.size === 0 ? String(floor) : `${floor}:${[...seen].join()}`;

const wellFormed = /^\d{1,15}(:\d{1,15}(,\d{1,15}){0,199})?$/;

/** Null for what is no cursor of ours. The reader then begins at the present. */
export function cursorOf(text: string | undefined): Cursor | null {
  if (text === undefined || !wellFormed.test(text)) return null;
  const [floor = '', seen] = text.split(':');
  return { floor: Number(floor), seen: new Set(seen?.split(',').map(Number)) };
}
