import classes from '@kerb/web/features/dashboard/bar-table.module.css';
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

type BarTableProps<Key> = {
  /** The table's name for screen readers. */
  label: string;
  firstColumn: string;
  rows: readonly { key: Key; campaigns: number }[];
  nameOf: (key: Key) => ReactNode;
  /** The number that fills a bar. */
  whole: number;
};

/** A chart that is a table: each row has its number, and a bar for its part of the whole. */
export function BarTable<Key extends string | number>({ label, firstColumn, rows, nameOf, whole }: BarTableProps<Key>) {
  const share = (campaigns: number) => (whole === 0 ? 0 : Math.round((100 * campaigns) / whole));
  return (
    <table className={classes.table}>
      <VisuallyHidden component="caption">{label}</VisuallyHidden>
      <VisuallyHidden component="thead">
        <tr>
          <th scope="col">{firstColumn}</th>
          <th scope="col">Campaigns</th>
          <th scope="col">Share</th>
        </tr>
      </VisuallyHidden>
      <tbody>
        {rows.map(({ key, campaigns }) => (
          <tr key={key}>
            <th scope="row">{nameOf(key)}</th>
            <td className={classes.count}>{campaigns}</td>
            <td className={classes.share}>
              <VisuallyHidden>{`${share(campaigns)} %`}</VisuallyHidden>
              <span className={classes.track} aria-hidden="true" title={`${share(campaigns)} %`}>
                <span className={classes.bar} style={{ width: `${share(campaigns)}%` }} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
