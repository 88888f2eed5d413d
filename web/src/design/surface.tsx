import { CardPlaceContext } from '@kerb/web/design/place.ts';
import classes from '@kerb/web/design/surface.module.css';
import { Button, Title } from '@mantine/core';
import { type ReactNode, useContext, useEffect, useId } from 'react';

type SurfaceProps = { title?: string; actions?: ReactNode; flush?: boolean; children: ReactNode };

/** A card of a screen: one subject, named by its heading. `flush` lets a table reach the edges. */
export function Surface({ title, actions, flush = false, children }: SurfaceProps) {
  const heading = useId();
  const place = useContext(CardPlaceContext);
  const onTitle = place?.onTitle;
  useEffect(() => {
    if (title) onTitle?.(title);
  }, [title, onTitle]);
  const fold = place?.fold;
  const isFolded = fold?.isFolded ?? false;
  return (
    <section className={classes.surface} data-flush={flush || undefined} aria-labelledby={title ? heading : undefined}>
      {(title || actions) && (
        <div className={classes.head} data-folded={isFolded || undefined}>
          {title && (
            <Title order={2} id={heading}>
              {title}
            </Title>
          )}
          {isFolded && <span className={classes.outcome}>{fold?.outcome}</span>}
          {!isFolded && actions && <div className={classes.actions}>{actions}</div>}
          {fold && (
            <Button
              size="compact-sm"
              variant="subtle"
              className="kerb-no-print"
              aria-expanded={!isFolded}
              aria-label={`${isFolded ? 'Show' : 'Hide'} ${title}`}
              onClick={fold.onToggle}
            >
              {isFolded ? 'Show' : 'Hide'}
            </Button>
          )}
        </div>
      )}
      {!isFolded && children}
    </section>
  );
}
