import classes from '@kerb/web/design/facts.module.css';
import type { ReactNode } from 'react';

/** Names and values as plain text: what a card shows to a role that may not change it. */
export function Facts({ rows }: { rows: readonly (readonly [ReactNode, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a card keep their places
        <div key={place}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
