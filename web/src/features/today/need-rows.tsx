import { type CampaignNeed, needLabel } from '@kerb/domain/actions/needs.ts';
import { settlementCountdown } from '@kerb/domain/agreements/campaign-dates.ts';
import type { AgreementRow } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { mayOpen } from '@kerb/domain/shell/navigation.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Money } from '@kerb/web/design/money.tsx';
import { count } from '@kerb/web/design/skeletons.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { CampaignLink } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { listTrail } from '@kerb/web/features/campaigns/list-trail.ts';
import { StatusBadge } from '@kerb/web/features/campaigns/status-badge.tsx';
import { needQueries } from '@kerb/web/features/today/needs.queries.ts';
import classes from '@kerb/web/features/today/today.module.css';
import { today } from '@kerb/web/platform/clock.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { settings } from '@kerb/web/platform/settings.ts';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const rowsAtFirst = 8;

/** Next and previous on a campaign's page then follow this group. Its list is complete, so there is no further page. */
function follow(rows: readonly AgreementRow[]): void {
  const places = rows.map(({ id, tenant }) => ({ id, tenant }));
  listTrail.set({ query: { perPage: rows.length }, before: 0, places, totalItems: rows.length, isMore: false });
}

function NeedRow({ row, onOpen }: { row: AgreementRow; onOpen: () => void }) {
  // A team works for one organisation, so its own people say more.
  const isAll = mayOpen('/', useSession());
  const countdown = settlementCountdown(row, today(row.tenantTimeZone), row.tenantTimeZone);
  return (
    <li className={classes.row} onClickCapture={onOpen}>
      <CampaignLink campaign={row} className={classes.name}>
        {row.name}
      </CampaignLink>
      <span className={classes.facts}>
        {`${flowNumber(row, settings().country)} · ${isAll ? row.tenantName : (row.agentUserName ?? row.tenantName)}`}
        {!countdown && row.statusLastUpdate && (
          <>
            {' · since '}
            <DateText value={row.statusLastUpdate} style="short" />
          </>
        )}
      </span>
      <span className={classes.money}>
        <Money cents={row.campaignBudget} />
      </span>
      <span className={classes.badges}>
        {countdown && <ToneBadge tone={countdown.tone}>{countdown.text}</ToneBadge>}
        <StatusBadge campaign={row} />
      </span>
    </li>
  );
}

/** As high as the rows that will replace it, so that the groups below stay where they are. */
function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <>
      <ul className={classes.rows} aria-hidden="true">
        {count(Math.min(rows, rowsAtFirst)).map((place) => (
          <li key={place} className={classes.row}>
            <span className={classes.name}>
              <Skeleton height={20} width={`${90 - ((place * 13) % 40)}%`} />
            </span>
            <span className={classes.facts}>{'\u00a0'}</span>
            <span className={classes.money} />
            <span className={classes.badges}>
              <Skeleton height={22} width="9rem" />
            </span>
          </li>
        ))}
      </ul>
      {rows > rowsAtFirst && <div className={classes.more} />}
    </>
  );
}

/** The campaigns of a group, the ones that have waited longest first. */
export function NeedRows({ need, expected }: { need: CampaignNeed; expected: number }) {
  const { data: rows, error, refetch } = useQuery(needQueries.list(need));
  const [isWhole, setWhole] = useState(false);
  if (error && !rows) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!rows) return <RowsSkeleton rows={expected} />;
  const shown = isWhole ? rows : rows.slice(0, rowsAtFirst);
  return (
    <>
      <ul className={classes.rows} aria-label={needLabel(need)}>
        {shown.map((row) => (
          <NeedRow key={row.id} row={row} onOpen={() => follow(rows)} />
        ))}
      </ul>
      {shown.length < rows.length && (
        <Button className={classes.more} variant="subtle" size="compact-md" onClick={() => setWhole(true)}>
          {`Show ${rows.length - shown.length} more`}
        </Button>
      )}
    </>
  );
}
