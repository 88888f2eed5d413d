import { ageLabels, dashboardBuckets, dashboardLines } from '@kerb/domain/dashboard/buckets.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/dashboard/dashboard.module.css';
import { dashboardQueries } from '@kerb/web/features/dashboard/dashboard.queries.ts';
import {
  type Bar,
  barsOf,
  type Chosen,
  type Line,
  linesOf,
  stuck,
  waitingAt,
} from '@kerb/web/features/dashboard/pipeline.ts';
import { PipelineBars, PipelineSkeleton } from '@kerb/web/features/dashboard/pipeline-bars.tsx';
import { TotalFunded } from '@kerb/web/features/dashboard/total-funded.tsx';
import { WaitingCards } from '@kerb/web/features/dashboard/waiting-cards.tsx';
import { now } from '@kerb/web/platform/clock.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';

const TeamFigures = lazyComponent(
  async () => (await import('@kerb/web/features/dashboard/team-figures.tsx')).TeamFigures,
);

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

type Pipeline = { bars: readonly Bar[]; lines: readonly Line[] };

/** The list for the chosen segment; without one, the campaigns that have waited too long. */
function listOf(pipeline: Pipeline | undefined, chosen: Chosen | null) {
  const chosenLine = dashboardLines.find(({ name }) => name === chosen?.bar);
  if (chosenLine) {
    const waiting = pipeline && (pipeline.lines.find(({ line }) => line === chosenLine)?.waiting ?? []);
    return { title: chosenLine.label, waiting };
  }
  if (chosen) return { title: headingOf(chosen), waiting: pipeline && waitingAt(pipeline.bars, chosen) };
  const old = pipeline ? stuck(pipeline.bars) : [];
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

type LineButtonProps = { line: Line; isChosen: boolean; onChoose: (chosen: Chosen) => void };

function LineButton({ line: { line, waiting }, isChosen, onChoose }: LineButtonProps) {
  const words = waiting.length === 1 ? line.label.replace('their', 'its') : line.label;
  return (
    <Button
      variant={isChosen ? 'light' : 'subtle'}
      size="compact-md"
      className={classes.paid}
      aria-pressed={isChosen}
      onClick={() => onChoose({ bar: line.name })}
    >
      {`${waiting.length} ${words.charAt(0).toLowerCase()}${words.slice(1)}`}
    </Button>
  );
}

/** The bars of an organisation, its funded figures and, below them, the waiting campaigns. */
export function InProgress({ organisationId, showOrganisation, chosen, onChoose }: InProgressProps) {
  const { data, error, refetch } = useQuery(dashboardQueries.filter({ tenantId: organisationId }));
  const pipeline = data && { bars: barsOf(data, now()), lines: linesOf(data, now()) };
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
          {!pipeline && !error && <PipelineSkeleton />}
          {pipeline && (
            <>
              <p className={classes.summary}>{summary(pipeline.bars)}</p>
              <PipelineBars bars={pipeline.bars} chosen={chosen} onChoose={choose} />
              {pipeline.lines.map((line) => (
                <LineButton
                  key={line.line.name}
                  line={line}
                  isChosen={chosen?.bar === line.line.name}
                  onChoose={choose}
                />
              ))}
            </>
          )}
        </Surface>
        <TotalFunded organisationId={organisationId} />
      </div>
      {(pipeline || !error) && (
        <WaitingCards ref={list} list={listOf(pipeline, chosen)} showOrganisation={showOrganisation} />
      )}
      {/* After the list above it, which would push it down. */}
      {organisationId !== undefined && (pipeline || error) && (
        <Suspense>
          <TeamFigures tenantId={organisationId} />
        </Suspense>
      )}
    </>
  );
}
