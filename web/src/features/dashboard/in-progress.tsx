import { ageLabels, dashboardBuckets } from '@kerb/domain/dashboard/buckets.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/dashboard/dashboard.module.css';
import { dashboardQueries } from '@kerb/web/features/dashboard/dashboard.queries.ts';
import { type Bar, barsOf, type Chosen, stuck, waitingAt } from '@kerb/web/features/dashboard/pipeline.ts';
import { PipelineBars, PipelineSkeleton } from '@kerb/web/features/dashboard/pipeline-bars.tsx';
import { TotalFunded } from '@kerb/web/features/dashboard/total-funded.tsx';
import { WaitingCards } from '@kerb/web/features/dashboard/waiting-cards.tsx';
import { now } from '@kerb/web/platform/clock.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

type InProgressProps = {
  organisationId: number | undefined;
  showOrganisation: boolean;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
};

/** A one-sentence summary, also for screen readers. */
function summary(bars: readonly Bar[]): string {
  const total = bars.reduce((sum, bar) => sum + bar.total, 0);
  const old = stuck(bars).length;
  if (total === 0) return 'Nothing is waiting.';
  if (old === 0) return `${total} waiting, none for over 7 days.`;
  return `${total} waiting, ${old} of them for over 7 days.`;
}

const headingOf = ({ bar, age }: Chosen) =>
  [dashboardBuckets.find(({ status }) => status === bar)?.label, age && ageLabels[age]].filter(Boolean).join(', ');

/** The list for the chosen segment; without one, the campaigns that have waited too long. */
function listOf(bars: readonly Bar[] | undefined, chosen: Chosen | null) {
  if (chosen) return { title: headingOf(chosen), waiting: bars && waitingAt(bars, chosen) };
  const old = bars ? stuck(bars) : [];
  return old.length > 0 ? { title: 'Waiting over 7 days', waiting: old } : null;
}

/** On a phone the list starts below the visible area: scroll it into view after a press on a bar. */
function useShownOnPress(chosen: Chosen | null) {
  const list = useRef<HTMLElement>(null);
  const wasPressed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the choice changes
  useEffect(() => {
    const isBelow = (list.current?.getBoundingClientRect().top ?? 0) > 0.75 * window.innerHeight;
    if (wasPressed.current && chosen && isBelow) list.current?.scrollIntoView({ block: 'start' });
    wasPressed.current = false;
  }, [chosen?.bar, chosen?.age]);
  return { list, pressed: () => (wasPressed.current = true) };
}

/** The bars of an organisation, its funded figures and, below them, the waiting campaigns. */
export function InProgress({ organisationId, showOrganisation, chosen, onChoose }: InProgressProps) {
  const { data, error, refetch } = useQuery(dashboardQueries.filter({ tenantId: organisationId }));
  const bars = data && barsOf(data, now());
  const { list, pressed } = useShownOnPress(chosen);
  const choose = (wanted: Chosen) => {
    pressed();
    onChoose(wanted);
  };
  return (
    <>
      <div className={classes.figures}>
        <Surface title="In Progress">
          {error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!bars && !error && <PipelineSkeleton />}
          {bars && (
            <>
              <p className={classes.summary}>{summary(bars)}</p>
              <PipelineBars bars={bars} chosen={chosen} onChoose={choose} />
            </>
          )}
        </Surface>
        <TotalFunded organisationId={organisationId} />
      </div>
      {(bars || !error) && <WaitingCards ref={list} list={listOf(bars, chosen)} showOrganisation={showOrganisation} />}
    </>
  );
}
