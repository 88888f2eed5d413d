import { needQueries } from '@kerb/web/features/today/needs.queries.ts';
import { needCounts } from '@kerb/web/platform/need-counts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

const everyMs = 60_000;

/** Keeps the counts beside the navigation's links. Not in the first load: the screen works without them. */
export function NeedsWatch() {
  const { data } = useQuery({ ...needQueries.counts, refetchInterval: everyMs });
  useEffect(() => {
    needCounts.set(data ?? null);
    return () => needCounts.set(null);
  }, [data]);
  return null;
}
