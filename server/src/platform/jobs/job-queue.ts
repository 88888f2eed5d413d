import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Jobs } from '@kerb/server/platform/jobs/jobs.ts';

/** A job of the product: what it does, and how often it looks for work by itself. */
export type Job = {
  name: string;
  /** Five cron fields, in UTC. */
  every: string;
  run: (deps: Deps) => Promise<void>;
};

/** The queue kept in the database. However many servers run, a job runs on one of them at a time. */
export type JobQueue = Jobs & {
  start: (deps: Deps, jobs: readonly Job[]) => Promise<void>;
  /** Waits for the jobs that are running, but not for ever. */
  stop: () => Promise<void>;
};
