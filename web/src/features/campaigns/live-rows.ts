type Row = { id: number };
type Page<R extends Row> = { items: readonly R[] };

/** A page of a list after a change: what can be shown at once, and whether anything waits. */
export type Merged<P> = { shown: P; isSettled: boolean };

/**
 * Rows that stay where they are take their new values. If rows are added, go or move, the page keeps its order until
 * the person asks for the new one.
 */
export function mergedInPlace<R extends Row, P extends Page<R>>(shown: P, fresh: P): Merged<P> {
  const isSame =
    shown.items.length === fresh.items.length && shown.items.every(({ id }, place) => fresh.items[place]?.id === id);
  if (isSame) return { shown: fresh, isSettled: true };
  const now = new Map(fresh.items.map((row) => [row.id, row]));
  return { shown: { ...shown, items: shown.items.map((row) => now.get(row.id) ?? row) }, isSettled: false };
}

/** How many campaigns the person would see otherwise: new ones, ones that are gone, and changed ones that moved. */
export function countChanged(shown: Page<Row>, fresh: Page<Row>, changed: ReadonlySet<number>): number {
  const idsOf = ({ items }: Page<Row>) => new Set(items.map(({ id }) => id));
  const [before, after] = [idsOf(shown), idsOf(fresh)];
  const added = after.difference(before).size;
  const gone = before.difference(after).size;
  const orderOf = ({ items }: Page<Row>) => items.map(({ id }) => id).filter((id) => before.has(id) && after.has(id));
  const order = orderOf(shown);
  const moved = orderOf(fresh).filter((id, place) => changed.has(id) && order[place] !== id).length;
  // A row that goes makes place for one of the next page.
  return Math.max(1, moved + Math.max(added, gone));
}

/** Whether the rows may take another order at once: nobody points at them, works in them or has scrolled to them. */
export const isFree = (box: HTMLElement): boolean =>
  !box.matches(':hover') && !box.contains(document.activeElement) && scrollY < 80;
