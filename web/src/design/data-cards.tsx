import classes from '@kerb/web/design/data-cards.module.css';
import type { Column, DataTableProps } from '@kerb/web/design/data-table-props.ts';
import { isForRow } from '@kerb/web/design/row-click.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';

const placed = <Row,>(columns: readonly Column<Row>[], place: Column<Row>['onCard']) =>
  columns.filter((column) => column.onCard === place);

const WaitingCards = () => (
  <ul className={classes.cards} aria-hidden="true">
    {['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
      <li key={place}>
        <LinesSkeleton lines={4} />
      </li>
    ))}
  </ul>
);

/** The same rows and columns as cards on a narrow screen. */
export function DataCards<Row>({ label, columns, rows, rowKey, onOpen, isStale }: DataTableProps<Row>) {
  if (!rows) return <WaitingCards />;
  const details = columns.filter(({ header, onCard }) => header !== '' && (!onCard || onCard === 'wide'));
  return (
    <ul className={classes.cards} aria-label={label} data-stale={isStale || undefined}>
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have the card's link; this only enlarges it
        <li key={rowKey(row)} onClick={(event) => onOpen && isForRow(event) && onOpen(row, event)}>
          <div className={classes.head}>
            <div className={classes.title}>
              {placed(columns, 'title').map((column) => (
                <div key={column.key}>{column.cell(row)}</div>
              ))}
            </div>
            {placed(columns, 'corner').map((column) => (
              <div key={column.key}>{column.cell(row)}</div>
            ))}
          </div>
          <dl className={classes.details}>
            {details.map((column) => (
              <div key={column.key} data-wide={column.onCard === 'wide' || undefined}>
                <dt>{column.header}</dt>
                <dd>{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
