import type { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { viewAsHeader } from '@kerb/domain/session/view-as.ts';
import { readSaved, writeSaved } from '@kerb/web/platform/saved-state.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { createStore, useStore } from '@kerb/web/platform/store.ts';
import type { CallInput } from '@kerb/web/platform/transport.ts';
import { viewAsHeaders } from '@kerb/web/platform/view-as.ts';
import { useEffect } from 'react';

type ListQuery = NonNullable<CallInput<typeof agreementEndpoints.list>['query']>;
export type TrailPlace = { id: number; tenant: number };

/** The part of a list that has been seen, in its order, and the query that shows the rest of it. */
export type ListTrail = {
  /** Whose list it was: the next person at this tab has another, and so has an admin who views as somebody. */
  reader: string;
  query: ListQuery & { perPage: number };
  /** How many campaigns of the list come before the first of these places. */
  before: number;
  places: readonly TrailPlace[];
  totalItems: number;
  isMore: boolean;
};

/** Undefined until somebody asks: what was left before this load of the page is read only then. */
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

const useReader = (): string => `${useSession().userId} ${viewAsHeaders()[viewAsHeader] ?? ''}`;

/** The list that this person was last shown, where they were shown one. */
export function useLastTrail(): ListTrail | null {
  const trail = useStore(listTrail);
  const reader = useReader();
  return trail?.reader === reader ? trail : null;
}

let visited: number | undefined;

/** The campaign that was last on the screen: whoever comes back to its list goes on from there. */
export const lastVisited = (): number | undefined => visited;
export const visit = (id: number): void => {
  visited = id;
};

type Shown = { items: readonly TrailPlace[]; totalItems: number; isMore?: boolean | undefined };

/**
 * Remembers the list that is on the screen, so that the campaign's own screen can offer the next and the previous one
 * of it. Every list of campaigns calls this with the query that it sends to GET /v1/agreements (page, size and the
 * default statuses included) and with the answer; undefined while that is on the way, or still that of another query:
 *
 *     useListTrail(query, list.isPlaceholderData ? undefined : list.data);
 */
export function useListTrail(query: ListQuery & { page: number; perPage: number }, shown: Shown | undefined): void {
  const reader = useReader();
  // A query is made anew with each drawing; its text tells whether it is another one.
  const asked = JSON.stringify(query);
  useEffect(() => {
    if (!shown) return;
    const { page, perPage, ...rest } = JSON.parse(asked) as typeof query;
    const places = shown.items.map(({ id, tenant }) => ({ id, tenant }));
    const { totalItems, isMore = false } = shown;
    listTrail.set({ reader, query: { ...rest, perPage }, before: (page - 1) * perPage, places, totalItems, isMore });
  }, [reader, asked, shown]);
}
