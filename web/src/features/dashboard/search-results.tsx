import { CampaignCards } from '@kerb/web/design/campaign-card.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { dashboardQueries } from '@kerb/web/features/dashboard/dashboard.queries.ts';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type SearchResultsProps = { officeId: number | undefined; textQuery: string; showOrganisation: boolean };

export function SearchResults({ officeId, textQuery, showOrganisation }: SearchResultsProps) {
  const found = useQuery(dashboardQueries.search({ tenantId: officeId, textQuery }));
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <section aria-label="Search results">
      <Title order={2} mb="sm">
        {found.data ? `Search results (${found.data.length})` : 'Search results'}
      </Title>
      <CampaignCards
        label="Search results"
        rows={found.data}
        isStale={found.isPlaceholderData}
        showOrganisation={showOrganisation}
        empty={<EmptyState text="No results" />}
      />
    </section>
  );
}
