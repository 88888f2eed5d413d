import classes from '@kerb/web/design/facts.module.css';
import type { ReactNode } from 'react';

type FactsProps = {
  rows: readonly (readonly [ReactNode, ReactNode])[];
  /** Two columns if there is room: many short values would otherwise leave half of a card empty. */
  isLong?: boolean;
};

/** Names and values as plain text, for a role that may not change them. */
export function Facts({ rows, isLong = false }: FactsProps) {
  return (
    <dl className={classes.facts} data-long={isLong || undefined}>
      {rows.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a card keep their order
        <div key={place}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
