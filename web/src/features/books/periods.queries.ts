import { periodEndpoints } from '@kerb/domain/books/periods.contract.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { bookKeys } from '@kerb/web/features/books/books.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

export const periodsQuery = queryOptions({
  queryKey: [...bookKeys.all, 'periods'],
  queryFn: ({ signal }) => call(periodEndpoints.list, { signal }),
});

export function usePeriodChanges() {
  const client = useQueryClient();
  const afterwards = thenRefresh(() => client.invalidateQueries({ queryKey: bookKeys.all }));
  return {
    close: (lastDay: Day) => afterwards(call(periodEndpoints.close, { body: { lastDay } })),
    reopen: (id: number, reason: string) =>
      afterwards(call(periodEndpoints.reopen, { params: { id }, body: { reason } })),
  };
}
