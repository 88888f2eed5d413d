import { AsyncLocalStorage } from 'node:async_hooks';

/** A run of a job: what it counts while it processes its rows. */
export type JobRun = { job: string; failedRows: number; lastError: unknown };

const current = new AsyncLocalStorage<JobRun>();

export const newRun = (job: string): JobRun => ({ job, failedRows: 0, lastError: null });
export const withinRun = <T>(run: JobRun, task: () => T): T => current.run(run, task);

/** Undefined outside a run: in a script, and in a test that calls the task of a job itself. */
export const currentRun = (): JobRun | undefined => current.getStore();
