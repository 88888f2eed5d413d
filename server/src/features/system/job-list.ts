import type { Done, JobFailure, JobView } from '@kerb/domain/system/system.contract.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const mostFailures = 200;

/** All jobs of the product. Those with a problem first. */
export async function listJobs(db: Database, jobs: readonly Job[]): Promise<JobView[]> {
  const states = await db.selectFrom('jobStates').selectAll().execute();
  const byName = new Map(states.map(({ name, ...state }) => [name, state]));
  const views = jobs.map((job): JobView => {
    const lastRun = byName.get(job.name) ?? null;
    return { name: job.name, schedule: 'every' in job ? job.every : null, lastRun };
  });
  const isWell = ({ lastRun }: JobView) => Number(lastRun === null || lastRun.outcome === 'ok');
  return views.toSorted((a, b) => isWell(a) - isWell(b) || (a.name < b.name ? -1 : 1));
}

export const listFailures = (db: Database): Promise<JobFailure[]> =>
  db.selectFrom('jobFailures').selectAll().orderBy('lastDate', 'desc').limit(mostFailures).execute();

/** Requests a run: the job tries its failed rows again, with all others. */
export async function runJob(work: Work, jobs: readonly Job[], name: string): Promise<void> {
  const job = jobs.find((each) => each.name === name);
  if (!job) throw notFound('job');
  await job.tryAgain?.(work);
  await record(work, {
    activityCode: 'user_update',
    description: 'Job started by an admin',
    data: { job: name },
    isOnlyRead: true,
  });
  work.afterCommit(() => work.deps.jobs.nudge(name));
}

/** Removes failed rows from the list. If a job finds such a row again and fails, the row is listed again. */
export async function dismissFailures(work: Work, ids: readonly number[]): Promise<Done> {
  const gone = await work.tx
    .deleteFrom('jobFailures')
    .where('id', 'in', [...ids])
    .returning(['id', 'job', 'kind', 'rowId'])
    .execute();
  for (const { job, kind, rowId } of gone) {
    const data = { job, kind, row: rowId };
    await record(work, { activityCode: 'user_update', description: 'Failed row dismissed', data, isOnlyRead: true });
  }
  const found = new Set(gone.map(({ id }) => id));
  const refused = ids.filter((id) => !found.has(id)).map((id) => ({ id, because: 'It is no longer in the list.' }));
  return { done: gone.length, refused };
}
