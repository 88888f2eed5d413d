import { mostFound } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { CardList } from '@kerb/web/features/dashboard/card-list.tsx';
import { dashboardQueries } from '@kerb/web/features/dashboard/dashboard.queries.ts';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type SearchResultsProps = { organisationId: number | undefined; textQuery: string; showOrganisation: boolean };

const headingOf = (found: number | undefined): string => {
  if (found === undefined) return 'Search results';
  return found < mostFound ? `Search results (${found})` : `Search results (the first ${found})`;
};

export function SearchResults({ organisationId, textQuery, showOrganisation }: SearchResultsProps) {
  const found = useQuery(dashboardQueries.search({ tenantId: organisationId, textQuery }));
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <section aria-label="Search results">
      <div role="status">
        <Title order={2} mb="sm">
          {headingOf(found.data?.length)}
        </Title>
      </div>
      <CardList
        key={`${organisationId} ${textQuery}`}
        label="Search results"
        rows={found.data}
        isStale={found.isPlaceholderData}
        showOrganisation={showOrganisation}
      />
    </section>
  );
}
