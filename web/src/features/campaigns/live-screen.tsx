import { campaignKeys, campaignQueries } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { followLists } from '@kerb/web/features/campaigns/follow-lists.ts';
import { LivePill } from '@kerb/web/features/campaigns/live-pill.tsx';
import { countChanged, isFree, mergedInPlace } from '@kerb/web/features/campaigns/live-rows.ts';
import { gather } from '@kerb/web/platform/gather.ts';
import { keepPlace } from '@kerb/web/platform/keep-place.ts';
import { quietMoment } from '@kerb/web/platform/quiet-moment.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

type ListOptions = ReturnType<typeof campaignQueries.list>;
type ListQuery = Parameters<typeof campaignQueries.list>[0];
type Page = Awaited<ReturnType<Exclude<ListOptions['queryFn'], symbol | undefined>>>;

/** A thousand changes are few reads. Different for each page, so that not all of them read at the same moment. */
const paceOf = () => ({ firstMs: 100 + Math.random() * 700, gapMs: 5_000 });
/** Counts are read less often. */
const countsPace = { firstMs: 1_000, gapMs: 15_000 };

/** What is not shown yet. `show` shows it. */
type Waiting = { count: number; show: () => void };

const homes = ['/today', '/agencies/dashboard'];
const isHome = (place: string): boolean => homes.some((home) => place.startsWith(home));

/** What must not change its order while somebody is in it: the rows of a list, or the whole of a home screen. */
function rowsOfScreen(place: string, list: ListQuery | undefined): HTMLElement | null {
  if (!list && !isHome(place)) return null;
  const rows = isHome(place) ? null : document.querySelector<HTMLElement>('#content table, #content [data-rows]');
  // An empty list has no rows.
  return rows ?? document.getElementById('content');
}

/** The list of campaigns on the screen; undefined on a screen that has none. */
function shownList(client: QueryClient): ListQuery | undefined {
  const queries = client.getQueryCache().findAll({ queryKey: campaignKeys.lists, type: 'active' });
  return queries.map(({ queryKey }) => queryKey[2]).find((query): query is ListQuery => query instanceof Object);
}

/** Reads the list again. Returns what has to wait, because the person is in the rows. */
async function readList(
  client: QueryClient,
  query: ListQuery,
  { rows, ids }: { rows: HTMLElement; ids: ReadonlySet<number> },
): Promise<Waiting | null> {
  const { queryKey, queryFn } = campaignQueries.list(query);
  if (!client.getQueryData(queryKey)) return null;
  const fresh = await client.fetchQuery<Page>({
    queryKey: ['live', ...queryKey],
    queryFn: queryFn as () => Promise<Page>,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const before = client.getQueryData(queryKey);
  if (!before) return null;
  const { shown, isSettled } = mergedInPlace(before, fresh);
  const show = () => void client.setQueryData(queryKey, fresh);
  if (!isSettled && !isFree(rows)) {
    client.setQueryData(queryKey, shown);
    return { count: countChanged(before, fresh, ids), show };
  }
  show();
  return null;
}

/** Reads a home screen again as a whole, or says that it has to wait. */
async function readHome(
  client: QueryClient,
  { rows, ids }: { rows: HTMLElement; ids: ReadonlySet<number> },
): Promise<Waiting | null> {
  const show = () => {
    const release = keepPlace(rows);
    return client.invalidateQueries({ queryKey: campaignKeys.dashboard }).finally(release);
  };
  if (!isFree(rows)) return { count: Math.max(1, ids.size), show: () => void show() };
  await show();
  return null;
}

/**
 * Keeps the list or the home screen that is shown up to date, and the counts beside it. `place` is the address: at
 * another one nothing waits. It is not in the first load.
 */
export function LiveScreen({ place }: { place: string }) {
  const client = useQueryClient();
  const [since] = useState(() => Date.now());
  const [ids] = useState(() => new Set<number>());
  const [waiting, setWaiting] = useState<(Waiting & { place: string }) | null>(null);

  const read = useEffectEvent(async () => {
    await quietMoment();
    const list = shownList(client);
    const rows = rowsOfScreen(place, list);
    if (!rows) {
      ids.clear();
      return;
    }
    const isList = list && !isHome(place);
    const next = await (isList ? readList(client, list, { rows, ids }) : readHome(client, { rows, ids }));
    if (!next) ids.clear();
    setWaiting(next && { ...next, place });
  });
  const count = useEffectEvent(async () => {
    void client.invalidateQueries({ queryKey: [...campaignKeys.lists, 'volumes'] });
    // A home screen decides itself when its rows may move.
    if (!isHome(place)) void client.invalidateQueries({ queryKey: campaignKeys.dashboard });
  });
  useEffect(() => {
    // A read that fails is made again at the next change.
    const reading = gather(() => read().catch(() => undefined), paceOf());
    const counting = gather(() => count(), countsPace);
    const leave = followLists(since, (change) => {
      for (const id of change.ids) ids.add(id);
      reading.want();
      counting.want();
    });
    return () => {
      leave();
      reading.stop();
      counting.stop();
    };
  }, [ids, since]);

  const show = () => {
    waiting?.show();
    ids.clear();
    setWaiting(null);
    const rows = rowsOfScreen(place, shownList(client));
    if (rows && !rows.hasAttribute('tabindex')) rows.tabIndex = -1;
    rows?.focus({ preventScroll: true });
  };
  return <LivePill count={waiting?.place === place ? waiting.count : 0} onShow={show} />;
}
