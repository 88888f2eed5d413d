import { type Age, ageLabels, dashboardBuckets } from '@kerb/domain/dashboard/buckets.ts';
import { CampaignCards } from '@kerb/web/design/campaign-card.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/dashboard/dashboard.module.css';
import { dashboardQueries } from '@kerb/web/features/dashboard/dashboard.queries.ts';
import {
  type Bar,
  barsOf,
  type Chosen,
  stuck,
  type Waiting,
  waitingAt,
  waitText,
} from '@kerb/web/features/dashboard/pipeline.ts';
import { PipelineBars, PipelineSkeleton } from '@kerb/web/features/dashboard/pipeline-bars.tsx';
import { TotalFunded } from '@kerb/web/features/dashboard/total-funded.tsx';
import { now } from '@kerb/web/platform/clock.ts';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

type InProgressProps = {
  officeId: number | undefined;
  showOrganisation: boolean;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
};

/** In one sentence, for those who look for two seconds and for those who cannot look. */
function summary(bars: readonly Bar[]): string {
  const total = bars.reduce((sum, bar) => sum + bar.total, 0);
  const old = stuck(bars).length;
  if (total === 0) return 'Nothing is waiting.';
  if (old === 0) return `${total} waiting, none for over 7 days.`;
  return `${total} waiting, ${old} of them for over 7 days.`;
}

const barLabel = ({ bar }: Chosen) => dashboardBuckets.find(({ status }) => status === bar)?.label ?? '';
const headingOf = (chosen: Chosen, age: Age | undefined) =>
  [barLabel(chosen), age && ageLabels[age]].filter(Boolean).join(', ');

function WaitingCards({
  title,
  waiting,
  showOrganisation,
}: {
  title: string;
  waiting: Waiting[];
  showOrganisation: boolean;
}) {
  const waits = new Map(waiting.map((item) => [item.row.id, waitText(item)]));
  return (
    <section aria-label={title}>
      <Title order={2} mb="sm">
        {`${title} (${waiting.length})`}
      </Title>
      <CampaignCards
        label={title}
        rows={waiting.map(({ row }) => row)}
        showOrganisation={showOrganisation}
        note={(row) => <span className={classes.wait}>{waits.get(row.id)}</span>}
        empty={<EmptyState text="No results" />}
      />
    </section>
  );
}

/** The bars of an office and, under them, what a press on one lists; until then, whatever has waited longest. */
export function InProgress({ officeId, showOrganisation, chosen, onChoose }: InProgressProps) {
  const { data, error, refetch } = useQuery(dashboardQueries.filter({ tenantId: officeId }));
  const bars = data && barsOf(data, now());
  const old = bars ? stuck(bars) : [];
  return (
    <>
      <div className={classes.figures}>
        <Surface title="In Progress">
          {error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!bars && !error && <PipelineSkeleton />}
          {bars && (
            <>
              <p className={classes.summary}>{summary(bars)}</p>
              <PipelineBars bars={bars} chosen={chosen} onChoose={onChoose} />
            </>
          )}
        </Surface>
        <TotalFunded officeId={officeId} />
      </div>
      {bars && chosen && (
        <WaitingCards
          title={headingOf(chosen, chosen.age)}
          waiting={waitingAt(bars, chosen)}
          showOrganisation={showOrganisation}
        />
      )}
      {!chosen && old.length > 0 && (
        <WaitingCards title="Waiting over 7 days" waiting={old} showOrganisation={showOrganisation} />
      )}
    </>
  );
}
