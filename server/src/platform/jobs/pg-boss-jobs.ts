import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '@kerb/server/platform/database/database.ts';
import { isDatabaseAway } from '@kerb/server/platform/database/database-away.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { grantRights } from '@kerb/server/platform/database/run-role.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { bossDatabase } from '@kerb/server/platform/jobs/boss-database.ts';
import { gathered } from '@kerb/server/platform/jobs/gathered.ts';
import type { Job, JobQueue, ScheduledJob } from '@kerb/server/platform/jobs/job-queue.ts';
import { startLocalJob } from '@kerb/server/platform/jobs/local-jobs.ts';
import { jobRunner } from '@kerb/server/platform/jobs/run-job.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';

/** At most one run waits and one is active, over all servers. */
const policy = 'stately';
const queueOptions = {
  // No retry: the next scheduled run finds the same work.
  retryLimit: 0,
  // If a server dies during a run, the run is released after this time.
  heartbeatSeconds: 30,
  expireInSeconds: 900,
  deleteAfterSeconds: 3_600,
} as const;

/** How often a server polls for runs that another server requested. It starts its own requested runs at once. */
const pollingIntervalSeconds = 5;
const longestStopMs = 10_000;

const schema = 'jobs';

/** `migrate`: may create and upgrade the queue's tables, which only their owner can. */
const bossOf = ({ pool, embedded }: OpenDatabase, { migrate }: { migrate: boolean }) =>
  new PgBoss({
    db: bossDatabase(pool),
    backend: embedded ? 'pglite' : 'postgres',
    schema,
    migrate,
    createSchema: migrate,
    supervise: !migrate,
    schedule: !migrate,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  });

/** The queue cannot create its tables on several servers at once. */
async function oneAtATime({ db, embedded }: OpenDatabase, run: () => Promise<void>): Promise<void> {
  // The embedded engine has one server and one connection; holding it would block the run itself.
  if (embedded) return run();
  // The lock belongs to a transaction: through a pooler, a lock of a session would stay with somebody else.
  await db.transaction().execute(async (tx) => {
    for (const limit of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) {
      await sql`set local ${sql.ref(limit)} = 0`.execute(tx);
    }
    await takeTurn(tx, 'jobQueue');
    await run();
  });
}

/** Creates or upgrades the tables of the queue as their owner, and gives the run role its rights. */
export async function installQueue(owner: OpenDatabase, log: Log): Promise<void> {
  await oneAtATime(owner, async () => {
    const boss = bossOf(owner, { migrate: true });
    boss.on('error', (error) => log.error({ err: error }, 'the job queue could not be upgraded'));
    await boss.start();
    await boss.stop({ graceful: false, close: false });
    await owner.db.transaction().execute((tx) => grantRights(tx, schema));
  });
}

/** Between two attempts to start the queue while the database is away. */
const retryMs = 500;

/** The queue stores it with the run, so it says nothing of the error itself, which may quote values. */
class JobFailed extends Error {
  constructor() {
    super('The job failed. The log and the System page say why.');
  }
}

/** Requests a run of a job, and lets this server look for it at once. */
const asking = (boss: PgBoss, log: Log, workers: ReadonlyMap<string, string>) =>
  gathered(async (name) => {
    try {
      await boss.send(name);
      boss.notifyWorker(workers.get(name) ?? '');
    } catch (error) {
      log.warn({ err: error, job: name }, 'a job could not be requested');
    }
  });

async function createQueue(boss: PgBoss, { name, every }: ScheduledJob): Promise<void> {
  await boss.createQueue(name, { policy, ...queueOptions });
  await boss.updateQueue(name, queueOptions);
  await boss.schedule(name, every);
}

const startBoss = (boss: PgBoss) =>
  boss.start().catch(async (error) => {
    // What was started stays behind otherwise.
    await boss.stop({ graceful: false, close: false });
    throw error;
  });

/** The server serves already, so a database that is away for a moment must not end it. */
async function patiently(step: () => Promise<unknown>, { log, isOver }: { log: Log; isOver: () => boolean }) {
  for (;;) {
    try {
      await step();
      return;
    } catch (error) {
      if (isOver() || !isDatabaseAway(error as Error & { code: string })) throw error;
      log.warn({ err: error }, 'the job queue waits for the database');
      await pause(retryMs);
    }
  }
}

export function pgBossJobs(database: OpenDatabase, log: Log): JobQueue {
  const boss = bossOf(database, { migrate: false });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue had an error'));
  /** What a nudge does, by the job's name. */
  const nudges = new Map<string, () => void>();
  const workers = new Map<string, string>();
  const stops: (() => Promise<void>)[] = [];
  let started: Promise<void> | null = null;
  let isStopping = false;
  const ask = asking(boss, log, workers);
  const runJob = jobRunner(log);

  async function schedule(deps: Deps, job: ScheduledJob) {
    await createQueue(boss, job);
    const worker = await boss.work(job.name, { pollingIntervalSeconds }, async ([run]) => {
      if ((await runJob(deps, job, run?.id)) === 'failed') throw new JobFailed();
    });
    workers.set(job.name, worker);
    nudges.set(job.name, () => void ask(job.name));
  }

  async function register(deps: Deps, job: Job) {
    if ('every' in job) return schedule(deps, job);
    // An earlier release had it in the schedule.
    await boss.unschedule(job.name);
    const { nudge, stop } = startLocalJob(job, async () => void (await runJob(deps, job, randomUUID())));
    nudges.set(job.name, nudge);
    stops.push(stop);
  }

  async function begin(deps: Deps, jobs: readonly Job[]) {
    const steps = [() => startBoss(boss), ...jobs.map((job) => () => register(deps, job))];
    for (const step of steps) await patiently(step, { log, isOver: () => isStopping });
  }

  const nudge = (name: string) => nudges.get(name)?.();
  return {
    nudge,
    nudgeAll: () => [...nudges.keys()].forEach(nudge),
    start: (deps, jobs) => {
      isStopping = false;
      started ??= begin(deps, jobs).catch((error) => {
        started = null;
        throw error;
      });
      return started;
    },
    stop: async () => {
      if (!started) return;
      isStopping = true;
      // The caller of the start gets its error.
      await started.catch(() => {});
      started = null;
      nudges.clear();
      workers.clear();
      await Promise.race([Promise.all(stops.splice(0).map((stop) => stop())), pause(longestStopMs)]);
      await boss.stop({ graceful: true, timeout: longestStopMs, close: false });
    },
  };
}
