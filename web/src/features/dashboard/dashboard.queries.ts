import { dashboardEndpoints } from '@kerb/domain/dashboard/dashboard.contract.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

type TeamQuery = NonNullable<CallInput<typeof dashboardEndpoints.team>['query']>;
type FilterQuery = NonNullable<CallInput<typeof dashboardEndpoints.filter>['query']>;

export const dashboardQueries = {
  filter: (query: FilterQuery) =>
    queryOptions({
      queryKey: [...campaignKeys.dashboard, 'filter', query],
      queryFn: ({ signal }) => call(dashboardEndpoints.filter, { query, signal }),
    }),
  search: (query: FilterQuery) =>
    queryOptions({ ...dashboardQueries.filter(query), placeholderData: keepPreviousData }),
  funded: (tenantId: number | undefined) =>
    queryOptions({
      queryKey: [...campaignKeys.dashboard, 'funded', tenantId ?? null],
      queryFn: ({ signal }) => call(dashboardEndpoints.funded, { query: { tenantId }, signal }),
    }),
  team: (query: TeamQuery) =>
    queryOptions({
      queryKey: [...campaignKeys.dashboard, 'team', query],
      queryFn: ({ signal }) => call(dashboardEndpoints.team, { query, signal }),
      placeholderData: keepPreviousData,
    }),
};
