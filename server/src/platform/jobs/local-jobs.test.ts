import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { JobQueue, LocalJob } from '@kerb/server/platform/jobs/job-queue.ts';
import { installQueue, pgBossJobs } from '@kerb/server/platform/jobs/pg-boss-jobs.ts';
import { silentLog } from '@kerb/server/platform/log/log.ts';
import { type LogFields, logFields, withLogFields } from '@kerb/server/platform/log/log-fields.ts';
import { newMetrics } from '@kerb/server/platform/metrics/metrics.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readableLog } from '../../../test/log-lines.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const deps = { config: { logLevel: 'silent', port: 3000 }, metrics: newMetrics(), log: silentLog } as Deps;
const localJob = (name: string, run: () => Promise<void>, everywhereMs = 3_600_000): LocalJob => ({
  name,
  everywhereMs,
  run,
});

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

async function startServerWith(job: LocalJob, log = silentLog): Promise<JobQueue> {
  const started = pgBossJobs(database, log);
  running.push(started);
  await started.start(deps, [job]);
  return started;
}

describe('a job that every server runs', () => {
  it('runs on each of several servers, at its start and after its time', async () => {
    const runs = { first: 0, second: 0 };
    const job = (server: keyof typeof runs) =>
      localJob(
        'everywhere',
        async () => {
          runs[server] += 1;
        },
        20,
      );
    await startServerWith(job('first'));
    await startServerWith(job('second'));
    await vi.waitFor(() => expect(Math.min(runs.first, runs.second)).toBeGreaterThan(2), 10_000);
  });

  it('has no request id of a request that nudged it', async () => {
    const seen: LogFields[] = [];
    const queue = await startServerWith(localJob('own-context', async () => void seen.push(logFields()), 20));
    withLogFields({ requestId: 'of-a-request' }, () => queue.nudge('own-context'));
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(3), 10_000);
    expect(seen.filter(({ requestId }) => requestId !== undefined)).toEqual([]);
  });

  it('runs at once after a nudge, once at a time, and once more for what came meanwhile', async () => {
    const release = Promise.withResolvers<void>();
    let atOnce = 0;
    let most = 0;
    const run = vi.fn(async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      if (run.mock.calls.length === 2) await release.promise;
      atOnce -= 1;
    });
    const jobs = await startServerWith(localJob('nudged', run));
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    jobs.nudge('nudged');
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    for (let count = 0; count < 10; count += 1) jobs.nudge('nudged');
    release.resolve();
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(3));
    expect(most).toBe(1);
  });

  it('goes on after a failure, which the log has with the name of the job', async () => {
    const { log, lines } = readableLog();
    const run = vi.fn(async () => {
      if (run.mock.calls.length === 1) throw new Error('out of order');
    });
    await startServerWith(localJob('failing here', run, 10), log);
    await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(2));
    expect(lines()).toMatchObject([{ job: 'failing here', msg: 'a job failed', err: { message: 'out of order' } }]);
  });

  it('is finished before a stop, and does not run afterwards', async () => {
    const release = Promise.withResolvers<void>();
    const run = vi.fn(() => release.promise);
    const jobs = await startServerWith(localJob('stopped', run, 1));
    const stopping = jobs.stop();
    release.resolve();
    await stopping;
    await new Promise((later) => setTimeout(later, 30));
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('leaves the schedule of the database, where an earlier release had it', async () => {
    const earlier = pgBossJobs(database, silentLog);
    await earlier.start(deps, [{ name: 'moved', every: '* * * * *', run: async () => {} }]);
    await earlier.stop();
    await startServerWith(localJob('moved', async () => {}));
    const { rows } = await sql`select name from jobs.schedule where name = 'moved'`.execute(database.db);
    expect(rows).toEqual([]);
  });
});
