import { type InboxSettings, inboxEndpoints } from '@kerb/domain/inbox/inbox.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';

const key = ['inbox'];

export const inboxQueries = {
  list: (unread: boolean) =>
    infiniteQueryOptions({
      queryKey: [...key, 'list', unread],
      queryFn: ({ pageParam, signal }) =>
        call(inboxEndpoints.list, {
          query: { ...(pageParam !== null && { before: pageParam }), ...(unread && { unread }) },
          signal,
        }),
      initialPageParam: null as number | null,
      getNextPageParam: ({ items, isMore }) => (isMore ? (items.at(-1)?.id ?? null) : null),
    }),
  settings: queryOptions({
    queryKey: [...key, 'settings'],
    queryFn: ({ signal }) => call(inboxEndpoints.settings, { signal }),
  }),
};

export function useInboxChanges() {
  const client = useQueryClient();
  const queryKey = [...key, 'list'];
  /** A read that has begun may have missed the change, so it begins again. */
  const refresh = async () => {
    await client.cancelQueries({ queryKey });
    await client.invalidateQueries({ queryKey });
  };
  return {
    refresh,
    mark: async (id: number, isRead: boolean) => {
      await call(inboxEndpoints.mark, { params: { id }, body: { isRead } });
      await refresh();
    },
    markAll: async (upTo: number) => {
      await call(inboxEndpoints.markAll, { body: { upTo } });
      await refresh();
    },
    save: async (settings: InboxSettings) => {
      const saved = await call(inboxEndpoints.saveSettings, { body: settings });
      client.setQueryData(inboxQueries.settings.queryKey, saved);
    },
  };
}
