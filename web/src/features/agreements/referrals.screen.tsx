import { type AgreementStatus, openStatuses } from '@kerb/domain/agreements/agreement-status.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { CampaignCards } from '@kerb/web/design/campaign-card.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { useExistingPage, useSavedAddress } from '@kerb/web/design/list-state.ts';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Pager } from '@kerb/web/design/pager.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { agreementQueries } from '@kerb/web/features/agreements/agreements.queries.ts';
import { CampaignSort } from '@kerb/web/features/agreements/campaign-sort.tsx';
import { CreateReferralButtons } from '@kerb/web/features/agreements/create-referral-buttons.tsx';
import { useMarkDone } from '@kerb/web/features/agreements/mark-done.ts';
import classes from '@kerb/web/features/agreements/referrals.module.css';
import { TeamMemberSelect } from '@kerb/web/features/agreements/team-member-select.tsx';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const route = getRouteApi('/agencies/$tenantId/applications');
const perPageChoices = [10, 25, 50, 100, 200];

const shown = [
  { value: 'all', label: 'Show All' },
  { value: 'open', label: 'Show In Progress' },
] as const;

function shownOf(status: readonly AgreementStatus[] | undefined): 'all' | 'open' | null {
  if (!status) return 'all';
  return status.length === openStatuses.length && openStatuses.every((open) => status.includes(open)) ? 'open' : null;
}

function useReferrals(tenantId: number) {
  const isRestoring = useSavedAddress(`referrals-${tenantId}`);
  const { view: _, ...query } = route.useSearch();
  const list = useQuery({ ...agreementQueries.list({ ...query, tenantId }), enabled: !isRestoring });
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof query>) => void navigate({ search: (now) => ({ ...now, page: 1, ...next }) });
  const reset = () => void navigate({ search: {} });
  useExistingPage(query, list.data, (page) => void navigate({ search: (now) => ({ ...now, page }), replace: true }));
  return { tenantId, query, list, change, reset };
}

type ReferralsProps = ReturnType<typeof useReferrals>;

function Toolbar({ tenantId, query, change }: ReferralsProps) {
  return (
    <div className={`${classes.toolbar} kerb-no-print`}>
      <SearchField
        label="Search by status, property address or agent name"
        value={query.textQuery ?? ''}
        onSearch={(text) => change({ textQuery: text || undefined })}
        width={360}
      />
      <ButtonChoice
        label="Show"
        options={shown}
        value={shownOf(query.status)}
        onChange={(value) => change({ status: value === 'all' ? undefined : openStatuses })}
      />
      <Folded>
        <TeamMemberSelect
          tenantId={tenantId}
          userId={query.agentUserId}
          onChange={(agentUserId) => change({ agentUserId })}
        />
        <CampaignSort sortBy={query.sortBy} sortDesc={query.sortDesc} onChange={change} />
      </Folded>
    </div>
  );
}

/** On a phone the campaigns come first, and what is seldom changed is one press away. */
function Folded({ children }: { children: ReactNode }) {
  if (!useIsPhone()) return children;
  return (
    <details className={classes.folded}>
      <summary>More options</summary>
      <div className={classes.toolbar}>{children}</div>
    </details>
  );
}

function Cards({ query, list, reset }: ReferralsProps) {
  const onMarkDone = useMarkDone();
  const isFiltered = Boolean(query.textQuery || query.status || query.agentUserId);
  return (
    <CampaignCards
      label="Referrals"
      rows={list.data?.items}
      isStale={list.isPlaceholderData}
      onMarkDone={onMarkDone}
      empty={
        <EmptyState
          text="There are no matching campaigns."
          action={
            isFiltered && (
              <Button variant="default" onClick={reset}>
                Clear search and filters
              </Button>
            )
          }
        />
      }
    />
  );
}

function Referrals({ tenantId }: { tenantId: number }) {
  const referrals = useReferrals(tenantId);
  const { query, list, change } = referrals;
  const place = { page: query.page, perPage: query.perPage, totalItems: list.data?.totalItems };
  const hasPages = (list.data?.totalItems ?? 0) > query.perPage;
  return (
    <div className={classes.list}>
      <Toolbar {...referrals} />
      <Pager
        {...place}
        onPage={(page) => change({ page })}
        perPageChoices={perPageChoices}
        onPerPage={(perPage) => change({ perPage })}
      />
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : <Cards {...referrals} />}
      {hasPages && <Pager {...place} onPage={(page) => change({ page })} />}
    </div>
  );
}

export function ReferralsScreen() {
  const { tenantId } = route.useParams();
  return (
    <>
      <PageHeader title="Referrals" actions={<CreateReferralButtons tenantId={tenantId} />} />
      <Referrals key={tenantId} tenantId={tenantId} />
    </>
  );
}
