import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import type { HistoryItem } from '@kerb/domain/history/history.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/history/history.module.css';
import { historyOf } from '@kerb/web/features/history/history.queries.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

/** Who saw, changed, signed and paid a campaign, in sentences; fetched on request. */
export function HistoryCard({ agreement: { id } }: { agreement: Pick<Agreement, 'id'> }) {
  const [isShown, setShown] = useState(false);
  const place = useId();
  return (
    <Surface
      title="History"
      actions={
        <Button
          variant="default"
          className="kerb-no-print"
          aria-expanded={isShown}
          aria-controls={place}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Close History' : 'Read History'}
        </Button>
      }
    >
      <div id={place}>{isShown && <History id={id} />}</div>
    </Surface>
  );
}

function Item({ item: { by, text, amount, date } }: { item: HistoryItem }) {
  return (
    <li className={classes.item}>
      <p className={classes.sentence}>
        <strong>{by.name}</strong> {text}
        {amount !== null && ` (${moneyText(amount)})`}
      </p>
      <DateText value={date} style="time" />
    </li>
  );
}

function History({ id }: { id: number }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(historyOf(id));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LinesSkeleton lines={4} />;
  const items = data.pages.flatMap((page) => page.items);
  return (
    <>
      {items.length === 0 && <p className={classes.none}>Nothing has happened yet.</p>}
      <ol className={classes.items} aria-label="History">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="subtle" size="compact-md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older entries
        </Button>
      )}
    </>
  );
}
