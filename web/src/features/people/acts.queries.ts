import { actEndpoints } from '@kerb/domain/second-person/acts.contract.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { thenRefresh } from '@kerb/web/platform/change-then-refresh.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

const mostShown = 50;

export const actQueries = {
  /** The acts that wait. They come first in the list. */
  open: queryOptions({
    queryKey: ['acts'],
    queryFn: async ({ signal }) => {
      const { items } = await call(actEndpoints.list, { query: { page: 1, perPage: mostShown }, signal });
      return items.filter(({ outcome }) => outcome === null);
    },
  }),
};

/** Decisions about an act. They may change users, batches and campaigns, so every screen is read again. */
export function useActDecisions() {
  const client = useQueryClient();
  const afterwards = thenRefresh(() => client.invalidateQueries());
  return {
    confirm: (id: number, note: string) => afterwards(call(actEndpoints.confirm, { params: { id }, body: { note } })),
    refuse: (id: number, note: string) => afterwards(call(actEndpoints.refuse, { params: { id }, body: { note } })),
    withdraw: (id: number) => afterwards(call(actEndpoints.withdraw, { params: { id } })),
  };
}
