/** Asks for runs of jobs. */
export type Jobs = {
  /** Asks for a run soon; a run that is waiting already will do. Never throws: the schedule is the promise. */
  nudge: (name: string) => void;
  /** Asks every job to look for work, after the sandbox's clock has moved. */
  nudgeAll: () => void;
};

/** For tests and one-off commands: nothing runs unless it is called. */
export const noJobs: Jobs = { nudge: () => {}, nudgeAll: () => {} };
