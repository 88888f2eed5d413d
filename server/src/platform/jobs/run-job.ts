import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { JobOutcome } from '@kerb/domain/system/jobs.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { newRun, withinRun } from '@kerb/server/platform/jobs/job-run.ts';
import { noteRun } from '@kerb/server/platform/jobs/job-states.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { withLogFields } from '@kerb/server/platform/log/log-fields.ts';
import { inSpan } from '@kerb/server/platform/tracing/spans.ts';

/** Of a job that runs every few seconds, a success is stored once in this time. */
const storedEveryMs = 60_000;

type Ended = { outcome: JobOutcome; failedRows: number; error: unknown };

async function attempt(log: Log, deps: Deps, job: Job): Promise<Ended> {
  const run = newRun(job.name);
  try {
    await withinRun(run, () => inSpan(`job ${job.name}`, {}, () => job.run(deps)));
  } catch (error) {
    log.error({ err: error }, 'a job failed');
    return { outcome: 'failed', failedRows: run.failedRows, error };
  }
  const { failedRows, lastError } = run;
  if (failedRows === 0) return { outcome: 'ok', failedRows, error: null };
  log.warn({ failedRows }, 'a job completed with failures');
  return { outcome: 'partly', failedRows, error: lastError };
}

/** Runs jobs, logs and counts how they ended, and stores it for admins. */
export function jobRunner(log: Log) {
  const stored = new Map<string, { outcome: JobOutcome; at: number }>();

  /** A job on every server runs all the time: most of its successes say nothing new. */
  const isNew = (job: Job, outcome: JobOutcome): boolean => {
    const last = stored.get(job.name);
    if ('every' in job || !last || outcome !== 'ok' || last.outcome !== 'ok') return true;
    return performance.now() - last.at >= storedEveryMs;
  };

  async function store(deps: Deps, job: Job, startedDate: Moment, ended: Ended): Promise<void> {
    if (!isNew(job, ended.outcome)) return;
    stored.set(job.name, { outcome: ended.outcome, at: performance.now() });
    await noteRun(deps, { name: job.name, startedDate, endedDate: realNow(), ...ended });
  }

  return (deps: Deps, job: Job, jobId: string | undefined): Promise<JobOutcome> =>
    withLogFields({ job: job.name, ...(jobId && { jobId }) }, async () => {
      const [startedDate, since] = [realNow(), performance.now()];
      const ended = await attempt(log, deps, job);
      const { outcome } = ended;
      deps.metrics.jobs.observe({ job: job.name, outcome }, (performance.now() - since) / 1_000);
      if (outcome === 'ok') deps.metrics.jobSuccess.set({ job: job.name }, Date.now() / 1_000);
      await store(deps, job, startedDate, ended);
      return outcome;
    });
}
