/** Asks for runs of jobs. */
export type Jobs = {
  /**
   * Requests a run soon; a run that is already waiting is enough. Never throws, because the schedule runs the job
   * anyway.
   */
  nudge: (name: string) => void;
  /** Requests a run of every job, after the sandbox's clock was moved. */
  nudgeAll: () => void;
};
