import type { MouseEvent, ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end' | undefined;
  /** In rem; a column without one shares what is left. */
  width?: string | undefined;
  /** The name to sort by; absent where the column does not sort. */
  sortBy?: string | undefined;
  /** How it stands on a phone's card: heading it, beside that, over its whole width, or left out. */
  onCard?: 'title' | 'corner' | 'wide' | 'hidden' | undefined;
};

export type Sort = { by: string; descending: boolean };

export type DataTableProps<Row> = {
  /** Names the table for those who cannot see it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Opens a row on a click anywhere in it. Give one cell a real link too: that is the keyboard's way. */
  onOpen?: ((row: Row, event: MouseEvent) => void) | undefined;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** Rows to hold open while loading, so that nothing jumps. */
  placeholderRows?: number;
  /** New rows are on the way; the old ones stay, dimmed. */
  isStale?: boolean;
  empty: ReactNode;
  dense?: boolean;
  /** The columns keep the widths that they are given, whatever stands in them: nothing moves when the rows arrive. */
  isFixed?: boolean;
  /** Given, the rows are walked by keyboard; Page Down and Page Up ask for another page, false where there is none. */
  onPage?: ((step: 1 | -1) => boolean) | undefined;
  /** The row at which the keys begin; the first where it is not there. */
  startAt?: string | number | undefined;
};
