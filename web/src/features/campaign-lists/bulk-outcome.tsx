import type { BulkOutcome } from '@kerb/domain/agreements/bulk.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/campaign-lists/bulk-bar.module.css';
import type { Done } from '@kerb/web/features/campaign-lists/bulk-changes.ts';
import type { ChosenRow } from '@kerb/web/features/campaign-lists/chosen-rows.ts';
import { CampaignLinkText } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';

// biome-ignore format: a table
const words: Record<BulkOutcome, { label: string; tone: Tone }> = {
  refused:   { label: 'Refused',   tone: 'danger' },
  unchanged: { label: 'No change', tone: 'neutral' },
  done:      { label: 'Done',      tone: 'success' },
};
const order: readonly BulkOutcome[] = ['refused', 'unchanged', 'done'];

/** For example "5 done, 1 refused". */
export function summaryOf({ rows }: Pick<Done, 'rows'>): string {
  const counts = order.toReversed().map((outcome) => ({
    outcome,
    count: rows.filter((row) => row.outcome === outcome).length,
  }));
  const said = counts.filter(({ count }) => count > 0);
  return said.map(({ outcome, count }) => `${count} ${words[outcome].label.toLowerCase()}`).join(', ');
}

type OutcomeProps = {
  title: string;
  done: Done;
  /** The campaigns that were selected when the action was sent. */
  campaigns: ReadonlyMap<number, ChosenRow>;
  isBusy: boolean;
  onUndo: () => void;
  onHide: () => void;
};

/** What happened to each campaign, the refused ones first. */
export function BulkOutcomes({ title, done, campaigns, isBusy, onUndo, onHide }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Undo disappears once it was used: keep the focus in this part.
  const canUndo = done.undo !== null;
  const could = useRef(canUndo);
  useEffect(() => {
    if (could.current && !canUndo && document.activeElement === document.body) heading.current?.focus();
    could.current = canUndo;
  }, [canUndo]);
  const rows = order.flatMap((outcome) => done.rows.filter((row) => row.outcome === outcome));
  return (
    <div className={classes.outcome}>
      <div className={classes.line}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {title}: {summaryOf(done)}
        </h2>
        {canUndo && (
          <Button size="compact-sm" variant="default" aria-busy={isBusy} onClick={onUndo}>
            Undo
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={onHide}>
          Hide outcome
        </Button>
      </div>
      <ul className={classes.rows} aria-label="Outcome of each campaign">
        {rows.map(({ id, outcome, message }) => {
          const campaign = campaigns.get(id);
          return (
            <li key={id}>
              <ToneBadge tone={words[outcome].tone}>{words[outcome].label}</ToneBadge>
              {campaign ? <CampaignLinkText campaign={campaign}>{campaign.name}</CampaignLinkText> : `Campaign ${id}`}
              <span>{message}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
