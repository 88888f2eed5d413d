import type { MouseEvent, ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end' | undefined;
  /** In rem; columns without a width share the remaining space. */
  width?: string | undefined;
  /** The field to sort by; absent if the column cannot be sorted. */
  sortBy?: string | undefined;
  /** Its place on a phone's card: as the title, in the corner, over the full width, or not at all. */
  onCard?: 'title' | 'corner' | 'wide' | 'hidden' | undefined;
};

export type Sort = { by: string; descending: boolean };

export type DataTableProps<Row> = {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Opens a row on a click anywhere in it. Also give one cell a real link, for the keyboard. */
  onOpen?: ((row: Row, event: MouseEvent) => void) | undefined;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** How many rows to reserve while loading, so that the layout does not jump. */
  placeholderRows?: number;
  /** New rows are loading; the old ones stay, dimmed. */
  isStale?: boolean;
  empty: ReactNode;
  dense?: boolean;
  /** The columns keep their given widths whatever their content, so nothing moves when the rows arrive. */
  isFixed?: boolean;
  /**
   * If given, arrow keys move between the rows, and Page Down and Page Up ask for another page (false if there is
   * none).
   */
  onPage?: ((step: 1 | -1) => boolean) | undefined;
  /** The row where keyboard navigation starts; the first row if this one is not in the table. */
  startAt?: string | number | undefined;
};
