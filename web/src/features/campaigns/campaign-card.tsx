import { paymentBadges } from '@kerb/domain/agreements/badges.ts';
import { dateLine, settlementCountdown } from '@kerb/domain/agreements/campaign-dates.ts';
import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { financeOptionLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/campaigns/campaign-card.module.css';
import { CampaignFlag, type FlagOptions } from '@kerb/web/features/campaigns/campaign-flag.tsx';
import { CampaignLink, CampaignNewTab } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { StatusBadge } from '@kerb/web/features/campaigns/status-badge.tsx';
import { today } from '@kerb/web/platform/clock.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

export type CampaignCardOptions = FlagOptions & {
  /** Shows the organisation, for lists with several. */
  showOrganisation?: boolean;
  /** A note of the list beside the number, such as how long it has waited. */
  note?: (row: AgreementRow) => ReactNode;
  /** The badge about days; the team's unless another is given. */
  countdown?: typeof settlementCountdown;
  /** A checkbox that selects the campaign. */
  box?: ((row: AgreementRow) => ReactNode) | undefined;
  /** Adds a button that opens it in a new tab. */
  opensNewTab?: boolean;
};

/** Days until settlement or since submission; what is paid, and what is not yet. */
function Badges({
  row,
  countdown = settlementCountdown,
}: Pick<CampaignCardOptions, 'countdown'> & { row: AgreementRow }) {
  const counted = countdown(row, today(row.tenantTimeZone), row.tenantTimeZone);
  const badges = [...(counted ? [counted] : []), ...paymentBadges(row)];
  if (badges.length === 0) return null;
  return (
    <div className={classes.badges}>
      {badges.map(({ text, tone }) => (
        <ToneBadge key={text} tone={tone}>
          {text}
        </ToneBadge>
      ))}
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

/** A campaign as a card; the whole card links to the campaign. */
function CampaignCard({
  row,
  showOrganisation,
  note,
  opensNewTab,
  countdown,
  box,
  ...flag
}: CampaignCardOptions & { row: AgreementRow }) {
  const name = useId();
  const number = flowNumber(row, settings().country);
  return (
    <article className={classes.card} aria-labelledby={name}>
      <div className={classes.head}>
        {box && <span className={classes.control}>{box(row)}</span>}
        <div className={classes.name} id={name}>
          <CampaignLink campaign={row} className={classes.link}>
            {row.name}
          </CampaignLink>
        </div>
        <StatusBadge campaign={row} />
      </div>
      <div className={classes.line}>
        <span className={classes.number}>{number}</span>
        {showOrganisation && <span>{row.tenantName}</span>}
        {note?.(row)}
        {opensNewTab && (
          <CampaignNewTab campaign={row} className={classes.tab} label={`Open ${number} in a new tab`}>
            <IconExternalLink size={16} stroke={1.6} aria-hidden="true" />
          </CampaignNewTab>
        )}
      </div>
      <Badges row={row} {...(countdown && { countdown })} />
      <Facts row={row} />
      <CampaignFlag row={row} nameId={name} {...flag} />
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
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have only an index
          <Skeleton key={place} height={164} radius="lg" />
        ))}
      </div>
    );
  }
  if (rows.length === 0) return empty;
  return (
    <ul data-rows className={classes.cards} aria-label={label} aria-busy={isStale} data-stale={isStale || undefined}>
      {rows.map((row) => (
        <li key={row.id} className={classes.place}>
          <CampaignCard row={row} {...options} />
        </li>
      ))}
    </ul>
  );
}
