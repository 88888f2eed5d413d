import type { JobOutcome } from '@kerb/domain/system/jobs.ts';
import { scheduleWords } from '@kerb/domain/system/schedule-words.ts';
import type { JobFailure, JobView } from '@kerb/domain/system/system.contract.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/system/system.module.css';
import { dismissFailure, runJob, systemKeys, systemQueries } from '@kerb/web/features/system/system.queries.ts';
import { now } from '@kerb/web/platform/clock.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const looks: Record<JobOutcome, { label: string; tone: Tone }> = {
  ok: { label: 'Completed', tone: 'success' },
  partly: { label: 'Completed with failures', tone: 'attention' },
  failed: { label: 'Failed', tone: 'danger' },
};

type Act = (task: () => Promise<unknown>, words: string) => void;

function useAct(): Act {
  const client = useQueryClient();
  return (task, words) =>
    void task().then(() => {
      toast.success(words);
      return client.invalidateQueries({ queryKey: systemKeys.all });
    }, toast.error);
}

function FailedRow({ failure, act }: { failure: JobFailure; act: Act }) {
  const { id, job, kind, rowId, error, errorCode, tries, firstDate, lastDate } = failure;
  return (
    <li>
      <div className={classes.what}>
        <strong>{`${kind} ${rowId}`}</strong>
        <span className={classes.note}>{`${job}: ${error}${errorCode ? ` (${errorCode})` : ''}`}</span>
        <span className={classes.note}>
          Since <DateText value={firstDate} style="time" />, tried {tries === 1 ? 'once' : `${tries} times`}, last{' '}
          <DateText value={lastDate} style="time" />
        </span>
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          aria-label={`Retry ${kind} ${rowId}`}
          onClick={() => act(() => runJob(job), `${job} runs now and retries it.`)}
        >
          Retry
        </Button>
        <Button
          size="xs"
          variant="default"
          aria-label={`Dismiss ${kind} ${rowId}`}
          onClick={() => act(() => dismissFailure(id), 'Dismissed. If it fails again, it is listed again.')}
        >
          Dismiss
        </Button>
      </Group>
    </li>
  );
}

/** In the time zone of all times of this page. */
const reader = () => ({ timeZone: countryRules().defaultTimeZone, now: now() });

function JobRow({ job: { name, schedule, lastRun }, act }: { job: JobView; act: Act }) {
  const look = lastRun ? looks[lastRun.outcome] : { label: 'Has not run yet', tone: 'neutral' as const };
  return (
    <li>
      <div className={classes.what}>
        <div className={classes.head}>
          <strong>{name}</strong> <ToneBadge tone={look.tone}>{look.label}</ToneBadge>
        </div>
        <span className={classes.note}>
          {schedule === null ? 'On every server, all the time' : scheduleWords(schedule, reader())}
        </span>
        {lastRun && (
          <span className={classes.note}>
            Last run <DateText value={lastRun.endedDate} style="time" /> on {lastRun.server},{' '}
            {lastRun.lastSuccessDate ? (
              <>
                last success <DateText value={lastRun.lastSuccessDate} style="time" />
              </>
            ) : (
              'no success yet'
            )}
            {lastRun.failures > 1 && `, ${lastRun.failures} runs in a row did not end well`}
          </span>
        )}
        {lastRun?.error && <span className={classes.note}>{`${lastRun.error} (${lastRun.errorCode ?? 'Error'})`}</span>}
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={`Run ${name}`}
        onClick={() => act(() => runJob(name), `${name} runs now.`)}
      >
        Run now
      </Button>
    </li>
  );
}

/** How each job last ended, and the rows that it could not process. */
export function JobCards() {
  const jobs = useQuery(systemQueries.jobs());
  const act = useAct();
  if (jobs.error) return <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} />;
  if (!jobs.data) return null;
  return (
    <>
      <Surface title="Rows that failed">
        {jobs.data.failures.length === 0 && <Text size="sm">Every job has processed all of its rows.</Text>}
        <ul className={classes.list} aria-label="Rows that failed">
          {jobs.data.failures.map((failure) => (
            <FailedRow key={failure.id} failure={failure} act={act} />
          ))}
        </ul>
      </Surface>
      <Surface title="Jobs">
        <ul className={classes.list} aria-label="Jobs">
          {jobs.data.jobs.map((job) => (
            <JobRow key={job.name} job={job} act={act} />
          ))}
        </ul>
      </Surface>
    </>
  );
}
