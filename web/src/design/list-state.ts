import { readSaved, writeSaved } from '@kerb/web/platform/saved-state.ts';
import { parseSearch } from '@kerb/web/platform/search.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { startTransition, useEffect, useRef, useState } from 'react';

const askedPath = 'kerb.asked-path';

/**
 * Whether this address, as it is, was asked for: the page's first script stores the path of a page load by Back or
 * Forward, and of one with a search, because the router drops unknown values. The list then keeps the address's state.
 */
function useAsked(pathname: string): boolean {
  const [isAsked] = useState(() => {
    try {
      return sessionStorage.getItem(askedPath) === pathname;
    } catch {
      // Without storage there is no saved state either.
      return false;
    }
  });
  useEffect(() => {
    if (isAsked) sessionStorage.removeItem(askedPath);
  }, [isAsked]);
  return isAsked;
}

/**
 * A list's state is its address. A user who returns to the bare address of a list gets the state in which they left it.
 * True until that state is restored, so that nothing is fetched for the default state.
 */
export function useSavedAddress(name: string): boolean {
  const router = useRouter();
  const { pathname, searchStr } = useLocation();
  const [home] = useState(pathname);
  const isBare = searchStr === '';
  const isAsked = useAsked(pathname);
  const [wanted, setWanted] = useState(() => (isBare && !isAsked ? readSaved<string>(name) || null : null));
  const isRestoring = wanted !== null;
  useEffect(() => {
    if (wanted === null) return;
    // The saved text belongs to any list; the route parses it and drops what does not fit.
    const search = parseSearch(wanted) as never;
    const isThere = router.navigate({ to: '.', search, replace: true });
    // A transition, like the router's own: the flag changes together with the address that the screen reads, not after
    // it.
    void isThere.finally(() => startTransition(() => setWanted(null)));
  }, [wanted, router]);
  const wasAway = useRef(false);
  // Ask the router: a screen that is being left is hidden and may not see the new location.
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
 * A saved or shared address may name a page that no longer exists, or one beyond the last countable page: show the last
 * page instead.
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
