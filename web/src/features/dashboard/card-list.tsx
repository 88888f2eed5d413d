import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { CampaignCards } from '@kerb/web/features/campaigns/campaign-card.tsx';
import classes from '@kerb/web/features/dashboard/dashboard.module.css';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The number of cards that a user looks through. A phone should not render a thousand cards at once. */
export const cardsAtOnce = 60;

type CardListProps = {
  label: string;
  rows: readonly AgreementRow[] | undefined;
  isStale?: boolean;
  showOrganisation: boolean;
  note?: (row: AgreementRow) => ReactNode;
};

/** Campaigns as cards, at first only the first ones. */
export function CardList({ label, rows, ...options }: CardListProps) {
  const [shown, setShown] = useState(cardsAtOnce);
  const list = useRef<HTMLDivElement>(null);
  // The button disappears or moves down: focus the first of the new cards.
  useEffect(() => {
    if (shown === cardsAtOnce) return;
    list.current?.querySelectorAll('li')[shown - cardsAtOnce]?.querySelector('a')?.focus();
  }, [shown]);
  const hidden = Math.max(0, (rows?.length ?? 0) - shown);
  return (
    <div ref={list}>
      <CampaignCards label={label} rows={rows?.slice(0, shown)} empty={<EmptyState text="No results" />} {...options} />
      {hidden > 0 && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setShown(shown + cardsAtOnce)}>
            Show more
          </Button>
          <span>{`${hidden} more`}</span>
        </div>
      )}
    </div>
  );
}
