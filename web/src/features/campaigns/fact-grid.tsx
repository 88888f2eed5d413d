import classes from '@kerb/web/features/campaigns/fact-grid.module.css';
import type { ReactNode } from 'react';

/** Small facts side by side, each with its name above it. */
export function FactGrid({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.grid}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
