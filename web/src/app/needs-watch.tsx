import { Bell } from '@kerb/web/features/inbox/bell.tsx';
import { needQueries } from '@kerb/web/features/today/needs.queries.ts';
import { needCounts } from '@kerb/web/platform/need-counts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

const everyMs = 60_000;

/**
 * Keeps the counts beside the navigation's links, and shows the bell at its place in the header. Not in the first load:
 * the screen works without them.
 */
export function NeedsWatch() {
  const { data } = useQuery({ ...needQueries.counts, refetchInterval: everyMs });
  useEffect(() => {
    needCounts.set(data ?? null);
    return () => needCounts.set(null);
  }, [data]);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById('bell')), []);
  return place && createPortal(<Bell />, place);
}
