import type { CampaignNeed } from '@kerb/domain/actions/needs.ts';
import { needEndpoints } from '@kerb/domain/dashboard/needs.contract.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

/** Under the key of the dashboard, which every change of a campaign refreshes. */
const key = [...campaignKeys.dashboard, 'needs'];

export const needQueries = {
  counts: queryOptions({
    queryKey: [...key, 'counts'],
    queryFn: async ({ signal }) => (await call(needEndpoints.counts, { signal })).items,
  }),
  list: (need: CampaignNeed) =>
    queryOptions({
      queryKey: [...key, need],
      queryFn: async ({ signal }) => (await call(needEndpoints.list, { params: { need }, signal })).items,
      placeholderData: keepPreviousData,
    }),
};
