export type IdRange = { firstId: number; lastId: number };

/** The ids between `after` and the last of `ids` that are not among them. `ids` ascends. */
export function rangesBetween(after: number, ids: readonly number[]): IdRange[] {
  const ranges: IdRange[] = [];
  let before = after;
  for (const id of ids) {
    if (id > before + 1) ranges.push({ firstId: before + 1, lastId: id - 1 });
    before = id;
  }
  return ranges;
}

/** The range without some of its ids. `ids` ascends and is within the range. */
export const rangeWithout = ({ firstId, lastId }: IdRange, ids: readonly number[]): IdRange[] =>
  rangesBetween(firstId - 1, [...ids, lastId + 1]);
