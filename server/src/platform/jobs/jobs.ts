import type { Deps } from '@kerb/server/platform/deps.ts';

/** A job of the product: what it does, and how often it looks for work by itself. */
export type Job = {
  name: string;
  /** Five cron fields, in UTC. */
  every: string;
  run: (deps: Deps) => Promise<void>;
};

/** The queue kept in the database. However many servers run, a job runs on one of them at a time. */
export type Jobs = {
  /** Asks for a run soon; a run that is waiting already will do. Never throws: the schedule is the promise. */
  nudge: (name: string) => void;
  /** Asks every job to look for work, after the sandbox's clock has moved. */
  nudgeAll: () => void;
  start: (deps: Deps, jobs: readonly Job[]) => Promise<void>;
  /** Waits for the jobs that are running, but not for ever. */
  stop: () => Promise<void>;
};

/** For tests and one-off commands: nothing runs unless it is called. */
export const noJobs: Jobs = { nudge: () => {}, nudgeAll: () => {}, start: async () => {}, stop: async () => {} };
