import classes from '@kerb/web/design/surface.module.css';
import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type SurfaceProps = { title?: string; actions?: ReactNode; flush?: boolean; children: ReactNode };

/** A card of a screen: one subject, named by its heading. `flush` lets a table reach the edges. */
export function Surface({ title, actions, flush = false, children }: SurfaceProps) {
  const heading = useId();
  return (
    <section className={classes.surface} data-flush={flush || undefined} aria-labelledby={title ? heading : undefined}>
      {(title || actions) && (
        <div className={classes.head}>
          {title && (
            <Title order={2} id={heading}>
              {title}
            </Title>
          )}
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
