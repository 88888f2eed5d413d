import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Jobs } from '@kerb/server/platform/jobs/jobs.ts';

/** A job: its task, and how often it looks for work. */
export type Job = {
  name: string;
  /** Five cron fields, in UTC. */
  every: string;
  run: (deps: Deps) => Promise<void>;
};

/** The queue in the database. A job runs on one server at a time, no matter how many servers run. */
export type JobQueue = Jobs & {
  start: (deps: Deps, jobs: readonly Job[]) => Promise<void>;
  /** Waits for running jobs, with a time limit. */
  stop: () => Promise<void>;
};
