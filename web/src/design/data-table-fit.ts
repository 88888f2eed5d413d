import type { Column } from '@kerb/web/design/data-table-props.ts';
import { useSyncExternalStore } from 'react';

/** The minimum readable width of a column without its own width, in rem. */
const leastWidth = 11;
/** The page's margins with the scroll bar, and the maximum width that the page allows a table. */
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
 * Whether a table of fixed widths fits the window. If it does not fit, the table and its header scroll in their own
 * box: a header can stick to the window only outside such a box.
 */
export function useTableFit(columns: readonly Pick<Column<never>, 'width'>[], isFixed: boolean) {
  const needed = widthNeeded(columns);
  const isWider = useIsWider(needed + margins);
  if (!isFixed) return { scrolls: false, minWidth: undefined };
  return { scrolls: needed > widestTable || !isWider, minWidth: `${needed}rem` };
}
