import { DataCards } from '@kerb/web/design/data-cards.tsx';
import classes from '@kerb/web/design/data-table.module.css';
import { isForRow } from '@kerb/web/design/row-click.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end' | undefined;
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
};

/** A table on wide screens, cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPhone = useIsPhone();
  if (props.rows?.length === 0) return props.empty;
  if (isPhone) return <DataCards {...props} />;
  return (
    <div className={classes.scroller} aria-busy={props.rows === undefined || props.isStale}>
      <table className={classes.table} data-dense={props.dense || undefined} data-stale={props.isStale || undefined}>
        <caption className={classes.caption}>
          <VisuallyHidden>{props.label}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {props.columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>{props.rows ? props.rows.map((row) => bodyRow(row, props)) : placeholders(props)}</tbody>
      </table>
    </div>
  );
}

function bodyRow<Row>(row: Row, { columns, rowKey, onOpen }: DataTableProps<Row>) {
  return (
    <tr
      key={rowKey(row)}
      data-opens={onOpen ? true : undefined}
      onClick={(event) => onOpen && isForRow(event) && onOpen(row, event)}
    >
      {columns.map((column) => (
        <td key={column.key} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function placeholders<Row>({ columns, placeholderRows = 12 }: DataTableProps<Row>) {
  return Array.from({ length: placeholderRows }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
    <tr key={place}>
      {columns.map((column) => (
        <td key={column.key}>
          <Skeleton height={14} width={`${85 - ((place * 17) % 35)}%`} />
        </td>
      ))}
    </tr>
  ));
}

type HeadCellProps<Row> = Pick<DataTableProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> };

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { header, align, width, sortBy } = column;
  const style = width ? { width } : undefined;
  // A column of buttons that name themselves has no head to read out.
  if (header === '') return <td style={style} />;
  if (!sortBy || !onSort) {
    return (
      <th scope="col" data-align={align} style={style}>
        {header}
      </th>
    );
  }
  const isSorted = sort?.by === sortBy;
  const Arrow = isSorted && !sort.descending ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      data-align={align}
      style={style}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className={classes.sorter}
        onClick={() => onSort({ by: sortBy, descending: isSorted ? !sort.descending : true })}
      >
        {header}
        <Arrow size={14} className={classes.arrow} data-on={isSorted || undefined} aria-hidden="true" />
      </button>
    </th>
  );
}
