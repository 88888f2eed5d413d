import classes from '@kerb/web/design/data-table.module.css';
import type { Column, DataTableProps } from '@kerb/web/design/data-table-props.ts';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';

type HeadCellProps<Row> = Pick<DataTableProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> };

export function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { header, align, width, sortBy } = column;
  const style = width ? { width } : undefined;
  // A column of labelled buttons needs no heading for screen readers.
  if (header === '') return <td style={style} />;
  if (!sortBy || !onSort) {
    return (
      <th scope="col" data-align={align} style={style}>
        {header}
      </th>
    );
  }
  const isSorted = sort?.by === sortBy;
  const direction = sort?.descending ? 'descending' : 'ascending';
  const Arrow = isSorted && !sort.descending ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" data-align={align} style={style} aria-sort={isSorted ? direction : 'none'}>
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
