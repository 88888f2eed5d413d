import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Job, JobQueue } from '@kerb/server/platform/jobs/job-queue.ts';
import { installQueue, pgBossJobs } from '@kerb/server/platform/jobs/pg-boss-jobs.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { newMetrics } from '@kerb/server/platform/metrics/metrics.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readableLog } from '../../../test/log-lines.ts';
import { asOwner, openTestDatabase } from '../../../test/test-database.ts';

const deps = { config: { logLevel: 'silent', port: 3000 }, metrics: newMetrics(), log: silentLog } as Deps;
/** The schedule is far away, so that only a nudge runs the job. */
const yearly = '0 0 1 1 *';
const jobNamed = (name: string, run: () => Promise<void>): Job => ({ name, every: yearly, run });

let database: OpenDatabase;
const running: JobQueue[] = [];
beforeAll(async () => {
  database = await openTestDatabase((owner) => installQueue(owner, silentLog));
  deps.db = database.db;
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});
afterAll(() => database.close());

async function startJobs(...jobs: Job[]): Promise<JobQueue> {
  const started = pgBossJobs(database, silentLog);
  running.push(started);
  await started.start(deps, jobs);
  return started;
}

const unfinishedRuns = async (name: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from jobs.job where name = ${name} and state in ('created', 'active')`.execute(database.db);
  return rows[0]!.count;
};
const quiet = (name: string) => vi.waitFor(async () => expect(await unfinishedRuns(name)).toBe(0), 10_000);

describe('jobs', () => {
  it('run soon after a nudge, once', async () => {
    const run = vi.fn(async () => {});
    const jobs = await startJobs(jobNamed('once', run));
    jobs.nudge('once');
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), 10_000);
    await quiet('once');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('run on one server, even if several servers start at once on one database', async () => {
    const run = vi.fn(async () => {});
    const [first, second] = await Promise.all([startJobs(jobNamed('shared', run)), startJobs(jobNamed('shared', run))]);
    first.nudge('shared');
    second.nudge('shared');
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), 10_000);
    await quiet('shared');
    // Both servers nudged: one run, and at most one more for changes during that run.
    expect(run.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('never run twice at the same time, and a nudge during a run adds one more run', async () => {
    let under = 0;
    let most = 0;
    const release = Promise.withResolvers<void>();
    const run = vi.fn(async () => {
      under += 1;
      most = Math.max(most, under);
      await release.promise;
      under -= 1;
    });
    const first = await startJobs(jobNamed('alone', run));
    const second = await startJobs(jobNamed('alone', run));
    first.nudge('alone');
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), 10_000);
    for (let count = 0; count < 10; count += 1) {
      first.nudge('alone');
      second.nudge('alone');
    }
    await vi.waitFor(async () => expect(await unfinishedRuns('alone')).toBe(2), 10_000);
    release.resolve();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), 10_000);
    await quiet('alone');
    expect(most).toBe(1);
    expect(run.mock.calls.length).toBeLessThanOrEqual(3);
  });

  it('run again after a failure, and store nothing of the error in the queue', async () => {
    const run = vi.fn(async () => {
      if (run.mock.calls.length === 1) throw new Error('ann@example.com could not be reached');
    });
    const after = vi.fn(async () => {});
    const jobs = await startJobs(jobNamed('failing', run), jobNamed('other', after));
    jobs.nudge('failing');
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), 10_000);
    await quiet('failing');
    jobs.nudge('failing');
    jobs.nudge('other');
    await vi.waitFor(() => expect([run.mock.calls.length, after.mock.calls.length]).toEqual([2, 1]), 10_000);
    const { rows } = await sql<{ output: string }>`select output::text from jobs.job`.execute(database.db);
    expect(JSON.stringify(rows)).not.toContain('ann@example.com');
  });

  it('count as failed in the queue and for admins after an error, and keep when they last ended well', async () => {
    const run = vi.fn(async () => {
      if (run.mock.calls.length > 1) throw new Error('ann@example.com could not be reached');
    });
    const jobs = await startJobs(jobNamed('counted', run));
    const state = () =>
      database.db.selectFrom('jobStates').selectAll().where('name', '=', 'counted').executeTakeFirst();
    for (const count of [1, 2, 3]) {
      jobs.nudge('counted');
      await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(count), 10_000);
      await quiet('counted');
      if (count === 1) expect(await state()).toMatchObject({ outcome: 'ok', failures: 0, error: null });
    }
    const { rows } = await sql`select state from jobs.job where name = 'counted' order by created_on`.execute(
      database.db,
    );
    expect(rows).toEqual([{ state: 'completed' }, { state: 'failed' }, { state: 'failed' }]);
    const failed = await state();
    expect(failed).toMatchObject({ outcome: 'failed', failures: 2, error: '[email] could not be reached' });
    expect(failed?.server).toMatch(/:3000$/);
    expect(failed!.lastSuccessDate! < failed!.endedDate).toBe(true);
    const counted = await deps.metrics.registry.getSingleMetricAsString('kerb_job_seconds');
    expect(counted).toContain('kerb_job_seconds_count{job="counted",outcome="failed"} 2');
  });

  it('log a failure, and every other line of a run, with the name and the id of the run', async () => {
    const { log, lines } = readableLog();
    const run = vi.fn(async () => {
      log.info('within a run');
      throw new Error('ann@example.com could not be reached');
    });
    const jobs = pgBossJobs(database, log);
    running.push(jobs);
    await jobs.start(deps, [jobNamed('logging', run)]);
    jobs.nudge('logging');
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), 10_000);
    await quiet('logging');
    const { rows } = await sql<{ id: string }>`select id from jobs.job where name = 'logging'`.execute(database.db);
    const of = { job: 'logging', jobId: rows[0]?.id };
    expect(lines()).toMatchObject([
      { ...of, msg: 'within a run' },
      { ...of, msg: 'a job failed', err: { message: '[email] could not be reached' } },
    ]);
  });

  it('continue after the database has dropped every connection', async () => {
    const run = vi.fn(async () => {});
    const jobs = await startJobs(jobNamed('surviving', run));
    await asOwner(database.db, (tx) =>
      sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(tx),
    );
    await vi.waitFor(() => {
      jobs.nudge('surviving');
      expect(run).toHaveBeenCalled();
    }, 10_000);
  });

  it('are started once, even if start is called several times', async () => {
    const run = vi.fn(async () => {});
    const jobs = await startJobs(jobNamed('restarted', run));
    await jobs.start(deps, [jobNamed('restarted', run)]);
    jobs.nudge('restarted');
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), 10_000);
    await quiet('restarted');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('finish before a stop', async () => {
    const release = Promise.withResolvers<void>();
    const run = vi.fn(() => release.promise);
    const jobs = await startJobs(jobNamed('slow', run));
    jobs.nudge('slow');
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), 10_000);
    let isStopped = false;
    const stopping = jobs.stop().then(() => {
      isStopped = true;
    });
    expect(await unfinishedRuns('slow')).toBe(1);
    expect(isStopped).toBe(false);
    release.resolve();
    await stopping;
    const { rows } = await sql`select state from jobs.job where name = 'slow'`.execute(database.db);
    expect(rows).toEqual([{ state: 'completed' }]);
  });

  it('are scheduled in the database; a nudge before the start, or of an unknown job, does nothing', async () => {
    const jobs = pgBossJobs(database, silentLog);
    running.push(jobs);
    expect(() => jobs.nudge('early')).not.toThrow();
    await jobs.start(deps, [jobNamed('early', async () => {})]);
    expect(() => jobs.nudge('unknown')).not.toThrow();
    const { rows } = await sql`select cron, timezone from jobs.schedule where name = 'early'`.execute(database.db);
    expect(rows).toEqual([{ cron: yearly, timezone: 'UTC' }]);
  });
});
