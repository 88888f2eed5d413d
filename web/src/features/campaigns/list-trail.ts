import type { agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { readSaved, writeSaved } from '@kerb/web/platform/saved-state.ts';
import { createStore, useStore } from '@kerb/web/platform/store.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { useEffect } from 'react';

type ListQuery = NonNullable<CallInput<typeof agreementListEndpoints.list>['query']>;
export type TrailPlace = { id: number; tenant: number };

/** The loaded part of a list, in its order, and the query for the rest. */
export type ListTrail = {
  query: ListQuery & { perPage: number };
  /** The number of campaigns in the list before the first of these places. */
  before: number;
  places: readonly TrailPlace[];
  totalItems: number;
  isMore: boolean;
};

/** Undefined until first used: only then the trail from before the page load is read. */
const kept = createStore<ListTrail | null | undefined>(undefined);

export const listTrail = {
  get: (): ListTrail | null => {
    const trail = kept.get();
    if (trail !== undefined) return trail;
    const saved = readSaved<ListTrail>('trail');
    kept.set(saved);
    return saved;
  },
  set: (trail: ListTrail | null): void => {
    kept.set(trail);
    writeSaved('trail', trail);
  },
  subscribe: kept.subscribe,
};

/** The list that this user was last shown, if any. */
export const useLastTrail = (): ListTrail | null => useStore(listTrail);

const visited = createStore<number | undefined>(undefined);

/** The campaign that was last open. Keyboard navigation in its list continues there. */
export const lastVisited = visited.get;
export const visit: (id: number) => void = visited.set;

type Shown = { items: readonly TrailPlace[]; totalItems: number; isMore?: boolean | undefined };

/**
 * Remembers the list on the screen, so that a campaign's screen can link to the next and the previous one. Every list
 * of campaigns calls this with the query that it sends to GET /v1/agreements (including page, size and the default
 * statuses) and with the response; undefined while it loads or still belongs to another query:
 *
 *     useListTrail(query, list.isPlaceholderData ? undefined : list.data);
 */
export function useListTrail(query: ListQuery & { page: number; perPage: number }, shown: Shown | undefined): void {
  // Every render makes a new query object; compare it by its text.
  const asked = JSON.stringify(query);
  useEffect(() => {
    if (!shown) return;
    const { page, perPage, ...rest } = JSON.parse(asked) as typeof query;
    const places = shown.items.map(({ id, tenant }) => ({ id, tenant }));
    const { totalItems, isMore = false } = shown;
    listTrail.set({ query: { ...rest, perPage }, before: (page - 1) * perPage, places, totalItems, isMore });
  }, [asked, shown]);
}
