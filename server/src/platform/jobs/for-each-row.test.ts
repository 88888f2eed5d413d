import { forEachRow } from '@kerb/server/platform/jobs/for-each-row.ts';
import type { Job } from '@kerb/server/platform/jobs/job-queue.ts';
import { jobRunner } from '@kerb/server/platform/jobs/run-job.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Stage, startStage } from '../../../test/harness.ts';
import { readableLog } from '../../../test/log-lines.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
beforeEach(() => stage.db.deleteFrom('jobFailures').execute());

/** A job with three rows, of which some are broken. */
function aJob(broken: Set<number>, error: Error = new Error('no payer ann@example.com'), isAtOnce = false) {
  const done: number[] = [];
  const job: Job = {
    name: 'three-rows',
    every: '0 0 1 1 *',
    run: (deps) =>
      forEachRow(
        deps,
        [1, 2, 3],
        (id) => ({ kind: 'row', id }),
        async (id) => {
          if (broken.has(id)) throw error;
          done.push(id);
        },
        { isAtOnce },
      ),
  };
  return { job, done };
}
const run = (job: Job, log = stage.deps.log) => jobRunner(log)({ ...stage.deps, log }, job, undefined);
const kept = () => stage.db.selectFrom('jobFailures').selectAll().orderBy('rowId').execute();

describe('a row that cannot be processed', () => {
  it.each([false, true])(
    'does not stop the others (at once: %s), is logged without personal data, and kept',
    async (is) => {
      const { log, lines, text } = readableLog();
      const { job, done } = aJob(new Set([1]), undefined, is);
      expect(await run(job, log)).toBe('partly');
      expect(done).toEqual([2, 3]);
      expect(lines()).toMatchObject([
        { job: 'three-rows', kind: 'row', rowId: 1, msg: 'a row could not be processed; the job goes on' },
        { job: 'three-rows', failedRows: 1, msg: 'a job completed with failures' },
      ]);
      expect(text()).not.toContain('ann@');
      expect(await kept()).toMatchObject([
        { job: 'three-rows', kind: 'row', rowId: '1', tries: 1, errorCode: 'Error' },
      ]);
      expect((await kept())[0]?.error).toBe('no payer [email]');
      const state = await stage.db.selectFrom('jobStates').selectAll().executeTakeFirst();
      expect(state).toMatchObject({ name: 'three-rows', outcome: 'partly', failedRows: 1, error: 'no payer [email]' });
      const counted = await stage.deps.metrics.registry.getSingleMetricAsString('kerb_job_row_failures_total');
      expect(counted).toContain('{job="three-rows"}');
    },
  );

  it('is counted at each try, and forgotten when it succeeds', async () => {
    const broken = new Set([2]);
    const { job } = aJob(broken);
    await run(job);
    await run(job);
    expect(await kept()).toMatchObject([{ rowId: '2', tries: 2 }]);
    broken.clear();
    expect(await run(job)).toBe('ok');
    expect(await kept()).toEqual([]);
    const state = await stage.db.selectFrom('jobStates').selectAll().executeTakeFirst();
    expect(state).toMatchObject({ outcome: 'ok', failures: 0, failedRows: 0, error: null });
  });

  it('ends the run if the database is away, because every other row would fail too', async () => {
    const { job, done } = aJob(new Set([2]), Object.assign(new Error('gone'), { code: '57P01' }));
    expect(await run(job)).toBe('failed');
    expect(done).toEqual([1]);
    expect(await kept()).toEqual([]);
  });

  it('does not end the run if PostgreSQL ended a deadlock', async () => {
    const { job, done } = aJob(new Set([1]), Object.assign(new Error('deadlock'), { code: '40P01' }));
    expect(await run(job)).toBe('partly');
    expect(done).toEqual([2, 3]);
  });

  it('is thrown at the end if a caller runs it outside a job', async () => {
    const { job, done } = aJob(new Set([1]));
    await expect(job.run(stage.deps)).rejects.toThrow(AggregateError);
    expect(done).toEqual([2, 3]);
  });
});
