import { payersCountdown } from '@kerb/domain/agreements/payers-countdown.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { useExistingPage } from '@kerb/web/design/list-state.ts';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Pager } from '@kerb/web/design/pager.tsx';
import { CampaignCards } from '@kerb/web/features/campaigns/campaign-card.tsx';
import { campaignQueries } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { useListTrail } from '@kerb/web/features/campaigns/list-trail.ts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/applications');

export function VendorCampaignsScreen() {
  const { page, perPage } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { page, perPage, sortBy: 'id', sortDesc: true } as const;
  const list = useQuery(campaignQueries.list(query));
  const total = list.data?.totalItems ?? 0;
  const goTo = (next: number) => void navigate({ search: (now) => ({ ...now, page: next }) });
  useExistingPage(query, list.data, goTo);
  useListTrail(query, list.isPlaceholderData ? undefined : list.data);
  return (
    <>
      <PageHeader title="Campaigns" />
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Stack gap="md">
          <CampaignCards
            label="Campaigns"
            rows={list.data?.items}
            isStale={list.isPlaceholderData}
            placeholders={2}
            showOrganisation
            countdown={payersCountdown}
            empty={<EmptyState text="You have no campaigns." />}
          />
          {total > perPage && <Pager page={page} perPage={perPage} totalItems={total} onPage={goTo} />}
        </Stack>
      )}
    </>
  );
}
