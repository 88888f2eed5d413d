import { historyEndpoints } from '@kerb/domain/history/history.contract.ts';
import { campaignKeys } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';

export const historyOf = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...campaignKeys.log(id), 'history'],
    queryFn: ({ pageParam, signal }) =>
      call(historyEndpoints.list, { params: { id }, query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
