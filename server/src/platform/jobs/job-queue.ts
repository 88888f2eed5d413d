import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Jobs } from '@kerb/server/platform/ports/jobs.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** A job: its task, and how often it looks for work. */
export type Job = ScheduledJob | LocalJob;

export type ScheduledJob = Retried & {
  name: string;
  /** Five cron fields, in UTC. */
  every: string;
  run: (deps: Deps) => Promise<void>;
};

/** A job whose failed rows wait before they are tried again: makes them due, before a run that an admin asked for. */
type Retried = { tryAgain?: (work: Work) => Promise<void> };

/** Runs on every server, at most once at a time on each. Its task claims its work row by row. */
export type LocalJob = Retried & {
  name: string;
  /** How long a server waits before it looks for work of other servers. It starts its own requested runs at once. */
  everywhereMs: number;
  run: (deps: Deps) => Promise<void>;
};

/** The queue in the database. A scheduled job runs on one server at a time, no matter how many servers run. */
export type JobQueue = Jobs & {
  start: (deps: Deps, jobs: readonly Job[]) => Promise<void>;
  /** Waits for running jobs, with a time limit. */
  stop: () => Promise<void>;
};
