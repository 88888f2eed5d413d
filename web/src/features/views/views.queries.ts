import { listViewsCall } from '@kerb/domain/views/view-calls.ts';
import type { ViewedList } from '@kerb/domain/views/views.contract.ts';
import { callPlain } from '@kerb/web/platform/plain-call.ts';
import { queryOptions } from '@tanstack/react-query';

export const viewQueries = {
  list: (list: ViewedList) =>
    queryOptions({
      queryKey: ['views', list],
      queryFn: async ({ signal }) => (await callPlain(listViewsCall, { query: { list }, signal })).items,
    }),
};
