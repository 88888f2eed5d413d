import { optionalComponent } from '@kerb/web/design/lazy.tsx';
import { Bell } from '@kerb/web/features/inbox/bell.tsx';
import { needQueries } from '@kerb/web/features/today/needs.queries.ts';
import { needCounts } from '@kerb/web/platform/need-counts.ts';
import { whenIdle } from '@kerb/web/platform/when-idle.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

const everyMs = 60_000;

const LiveScreen = optionalComponent(async () => {
  await whenIdle();
  return (await import('@kerb/web/features/campaigns/live-screen.tsx')).LiveScreen;
});

/** A campaign's page has a stream of its own. */
const isCampaignPage = (path: string): boolean => /\/applications\/\d+$/.test(path);

/**
 * Keeps the counts beside the navigation's links, shows the bell at its place in the header, and keeps the screen up to
 * date. Not in the first load: the screen works without them.
 */
export function NeedsWatch() {
  const { data } = useQuery({ ...needQueries.counts, refetchInterval: everyMs });
  useEffect(() => {
    needCounts.set(data ?? null);
    return () => needCounts.set(null);
  }, [data]);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById('bell')), []);
  const { pathname, href } = useLocation({ select: (at) => ({ pathname: at.pathname, href: at.href }) });
  return (
    <>
      {place && createPortal(<Bell />, place)}
      <Suspense>{!isCampaignPage(pathname) && <LiveScreen key={pathname} place={href} />}</Suspense>
    </>
  );
}
