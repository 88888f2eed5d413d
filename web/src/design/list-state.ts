import { readSaved, writeSaved } from '@kerb/web/platform/saved-state.ts';
import { parseSearch } from '@kerb/web/platform/search.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { startTransition, useEffect, useRef, useState } from 'react';

/** Whether the browser's own Back or Forward led here: what stood at that step of the history is wanted then. */
function useReturn(pathname: string): boolean {
  const [isReturn] = useState(() => readSaved<string>('returned') === pathname);
  useEffect(() => {
    if (isReturn) writeSaved('returned', null);
  }, [isReturn]);
  return isReturn;
}

/**
 * A list's state is its address. Someone who comes back to the bare address of a list is taken to the state in which
 * they left it; true until they are there, so that nothing is fetched for a state that nobody asked for.
 */
export function useSavedAddress(name: string): boolean {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const [home] = useState(pathname);
  const isBare = searchStr === '';
  const isReturn = useReturn(pathname);
  const [wanted, setWanted] = useState(() => (isBare && !isReturn ? readSaved<string>(name) || null : null));
  const isRestoring = wanted !== null;
  useEffect(() => {
    if (wanted === null) return;
    // What was saved is a text of whichever list this is; the route itself reads it and drops what does not fit.
    const search = parseSearch(wanted) as never;
    const isThere = router.navigate({ to: '.', search, replace: true });
    // A transition, as the router's own: what the screen reads of the address changes with it and not after it.
    void isThere.finally(() => startTransition(() => setWanted(null)));
  }, [wanted, router]);
  const wasAway = useRef(false);
  // Asked of the router, since a screen that is about to be left, and hidden meanwhile, may see nothing of it.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        wasAway.current ||= toLocation.pathname !== home;
      }),
    [router, home],
  );
  useEffect(() => {
    if (pathname !== home) return;
    if (wasAway.current && isBare) setWanted(readSaved<string>(name) || null);
    else if (!isRestoring) writeSaved(name, searchStr);
    wasAway.current = false;
  }, [pathname, home, name, searchStr, isBare, isRestoring]);
  return isRestoring;
}

type Place = { page: number; perPage: number };

type Found = { items: readonly unknown[]; totalItems: number; isMore?: boolean | undefined };

/**
 * A remembered or shared address may name a page that is no longer there, or one beyond the last that can be counted:
 * then the last one is shown.
 */
export function useExistingPage({ page, perPage }: Place, data: Found | undefined, goTo: (page: number) => void): void {
  const isBeyond = data !== undefined && data.totalItems > 0 && (data.items.length === 0 || data.isMore === true);
  const last = isBeyond ? Math.ceil(data.totalItems / perPage) : page;
  const go = useRef(goTo);
  go.current = goTo;
  useEffect(() => {
    if (last < page) go.current(last);
  }, [last, page]);
}
