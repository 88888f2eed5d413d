import type { Column } from '@kerb/web/design/data-table-props.ts';
import { useSyncExternalStore } from 'react';

/** What a column without a width of its own needs to be worth reading, in rem. */
const leastWidth = 11;
/** The page about a table, its scroll bar included, and the widest that the page lets a table become. */
const margins = 4;
const widestTable = 100;

const widthNeeded = (columns: readonly Pick<Column<never>, 'width'>[]): number =>
  columns.reduce((sum, { width }) => sum + (width ? Number.parseFloat(width) : leastWidth), 0);

const useIsWider = (rem: number): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(`(min-width: ${rem}em)`);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchMedia(`(min-width: ${rem}em)`).matches,
  );

/**
 * Whether a table of fixed widths fits the window. Where it does not it scrolls in a box of its own, head and all: a
 * head that is to stick to the window can only do so outside of any such box.
 */
export function useTableFit(columns: readonly Pick<Column<never>, 'width'>[], isFixed: boolean) {
  const needed = widthNeeded(columns);
  const isWider = useIsWider(needed + margins);
  if (!isFixed) return { scrolls: false, minWidth: undefined };
  return { scrolls: needed > widestTable || !isWider, minWidth: `${needed}rem` };
}
