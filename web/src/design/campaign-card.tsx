import type { AgreementRow } from '@kerb/domain/agreements/agreements.contract.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { financeOptionLabels } from '@kerb/domain/agreements/value-lists.ts';
import classes from '@kerb/web/design/campaign-card.module.css';
import { dateLine, settlementCountdown } from '@kerb/web/design/campaign-dates.ts';
import { CampaignLink } from '@kerb/web/design/campaign-link.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { StatusBadge, ToneBadge } from '@kerb/web/design/status-badge.tsx';
import { today } from '@kerb/web/platform/clock.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconFlag3Filled } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type CampaignCardOptions = {
  /** Says whose campaign it is, where a list holds those of several. */
  showOrganisation?: boolean;
  /** A word of the list's own beside the status: how long it has waited. */
  note?: (row: AgreementRow) => ReactNode;
  /** Given, a suggested action can be marked done. */
  onMarkDone?: (row: AgreementRow) => void;
};

function Flag({ row, onMarkDone }: { row: AgreementRow } & Pick<CampaignCardOptions, 'onMarkDone'>) {
  if (!row.actionSuggested) return null;
  return (
    <div className={classes.flag}>
      <span className={classes.flagWord}>
        <IconFlag3Filled size={16} aria-hidden="true" />
        Action Suggested
      </span>
      {onMarkDone && (
        <Button size="compact-sm" variant="default" className={classes.control} onClick={() => onMarkDone(row)}>
          Mark done
        </Button>
      )}
    </div>
  );
}

function Facts({ row }: { row: AgreementRow }) {
  const date = dateLine(row);
  const facts: [string, ReactNode][] = [
    ['Budget', <Money key="budget" cents={row.campaignBudget} />],
    ['Option', row.financeOptionCode ? financeOptionLabels[row.financeOptionCode] : 'Not chosen yet'],
    [date.label, <DateText key="date" value={date.value} style="short" />],
    ['Agent', row.agentUserName ?? '–'],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A campaign as a card; all of it leads to the campaign. */
export function CampaignCard({ row, showOrganisation, note, onMarkDone }: { row: AgreementRow } & CampaignCardOptions) {
  const countdown = settlementCountdown(row, today());
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <div className={classes.name}>
          <CampaignLink campaign={row} className={classes.link}>
            {row.name}
          </CampaignLink>
        </div>
        <StatusBadge status={row.status} purpose={row.campaignBudgetFundsPurpose} />
      </div>
      <div className={classes.line}>
        <span className={classes.number}>{flowNumber(row, settings().country)}</span>
        {showOrganisation && <span>{row.tenantName}</span>}
        {note?.(row)}
        {countdown && <ToneBadge tone={countdown.tone}>{countdown.text}</ToneBadge>}
      </div>
      <Facts row={row} />
      <Flag row={row} {...(onMarkDone && { onMarkDone })} />
    </article>
  );
}

type CampaignCardsProps = CampaignCardOptions & {
  label: string;
  rows: readonly AgreementRow[] | undefined;
  placeholders?: number;
  isStale?: boolean;
  empty: ReactNode;
};

export function CampaignCards({
  label,
  rows,
  placeholders = 6,
  isStale = false,
  empty,
  ...options
}: CampaignCardsProps) {
  if (!rows) {
    return (
      <div className={classes.cards} aria-busy="true">
        {Array.from({ length: placeholders }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
          <Skeleton key={place} height={164} radius="lg" />
        ))}
      </div>
    );
  }
  if (rows.length === 0) return empty;
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={isStale} data-stale={isStale || undefined}>
      {rows.map((row) => (
        <li key={row.id}>
          <CampaignCard row={row} {...options} />
        </li>
      ))}
    </ul>
  );
}
