import { DataCards } from '@kerb/web/design/data-cards.tsx';
import classes from '@kerb/web/design/data-table.module.css';
import { useTableFit } from '@kerb/web/design/data-table-fit.ts';
import { HeadCell } from '@kerb/web/design/data-table-head.tsx';
import { RowTabIndexProvider, useRowKeys } from '@kerb/web/design/data-table-keys.ts';
import type { Column, DataTableProps } from '@kerb/web/design/data-table-props.ts';
import { isForRow } from '@kerb/web/design/row-click.ts';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, memo, type ReactNode, useCallback, useRef } from 'react';

/** A table on wide screens, cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPhone = useIsPhone();
  if (props.rows?.length === 0) return props.empty;
  return isPhone ? <DataCards {...props} /> : <WideTable {...props} />;
}

function WideTable<Row>(props: DataTableProps<Row>) {
  const { columns, isFixed = false } = props;
  const fit = useTableFit(columns, isFixed);
  return (
    <div
      className={classes.scroller}
      data-scrolls={fit.scrolls || undefined}
      aria-busy={props.rows === undefined || props.isStale}
    >
      <Table {...props} minWidth={fit.minWidth} />
    </div>
  );
}

/** Only one row is in the tab order; the arrow keys reach the others. Without keyboard navigation, no row is. */
const tabIndexOf = (place: number, current: number | null): 0 | -1 | undefined => {
  if (current === null) return undefined;
  return place === current ? 0 : -1;
};

function Table<Row>(props: DataTableProps<Row> & { minWidth: string | undefined }) {
  const { columns, rows, rowKey, onOpen, onPage, startAt } = props;
  const table = useRef<HTMLTableElement>(null);
  const { current, setCursor } = useRowKeys(table, { keys: rows?.map(rowKey) ?? [], startAt, onPage });
  // A row renders again only if it has changed, so its callbacks must stay the same.
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const open = useCallback((row: Row, event: MouseEvent) => latest.current?.(row, event), []);
  return (
    <table
      ref={table}
      className={classes.table}
      style={{ minWidth: props.minWidth }}
      data-dense={props.dense || undefined}
      data-fixed={props.isFixed || undefined}
      data-stale={props.isStale || undefined}
    >
      <caption className={classes.caption}>
        <VisuallyHidden>{props.label}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row, place) => (
          <BodyRow
            key={rowKey(row)}
            row={row}
            name={rowKey(row)}
            columns={columns}
            open={onOpen && open}
            onReached={setCursor}
            tabIndex={tabIndexOf(place, current)}
          />
        )) ?? placeholders(props)}
      </tbody>
    </table>
  );
}

type BodyRowProps<Row> = {
  row: Row;
  name: string | number;
  columns: readonly Column<Row>[];
  open: ((row: Row, event: MouseEvent) => void) | undefined;
  onReached: (name: string | number) => void;
  tabIndex: number | undefined;
};

const BodyRow = memo(function BodyRow<Row>({ row, name, columns, open, onReached, tabIndex }: BodyRowProps<Row>) {
  return (
    <tr
      data-opens={open ? true : undefined}
      onClick={(event) => open && isForRow(event) && open(row, event)}
      onFocus={() => onReached(name)}
    >
      <RowTabIndexProvider value={tabIndex}>
        {columns.map((column) => (
          <td key={column.key} data-align={column.align}>
            {column.cell(row)}
          </td>
        ))}
      </RowTabIndexProvider>
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;

function placeholders<Row>({ columns, placeholderRows = 12 }: DataTableProps<Row>) {
  return Array.from({ length: placeholderRows }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have only an index
    <tr key={place}>
      {columns.map((column) => (
        <td key={column.key}>
          <Skeleton height={14} width={`${85 - ((place * 17) % 35)}%`} />
        </td>
      ))}
    </tr>
  ));
}
