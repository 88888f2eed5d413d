/**
 * The tests of faults run in a short form with all others, where they compete with them for the processor. `npm run
 * faults` runs the long form, one test after the other, with the limits that the product promises.
 */
const isLong = process.env.FAULTS === 'long';

export const faults = {
  isLong,
  /** A server works again within two seconds of its database; beside the other tests of CI it takes longer. */
  backWithinMs: isLong ? 2_000 : 10_000,
  /** A start of a server takes seconds of the processor. */
  serverCount: isLong ? 3 : 2,
  /** How long a network is silent. The long form is longer than the minute after which `/health` fails. */
  silentSeconds: isLong ? 64 : 6,
  /** How long somebody holds the lock of a row. */
  lockedSeconds: isLong ? 60 : 3,
  rounds: isLong ? 5 : 1,
  /** Prints a time of the long form; docs/operations.md has those of the last run. */
  measured: (what: string, ms: number): number => {
    if (isLong) console.log(`${what}: ${Math.round(ms)} ms`);
    return ms;
  },
} as const;
