/** How often and for how long each measure runs. */
export type Pace = {
  rounds: number;
  roundMs: number;
  /** How often each statement runs. */
  runs: number;
  /** How often each file is exported. */
  files: number;
  coldLoads: number;
  /** How many columns the list is sorted by at most. */
  sorts: number;
  /** How many documents somebody else downloads at once. */
  downloads: number;
  /** How often a server is started. */
  starts: number;
  writerRounds: number;
  writerRoundMs: number;
  /** Entries of the audit log that are verified. */
  logEntries: number;
  /** How many servers share a mixed load at most, and whether it is measured at both sizes. */
  mixedServers: number;
  isMixedAtBothSizes: boolean;
  /** Connections of an overload. */
  crowd: number;
  /** Whether slow requests are watched until the server ends them, which takes half a minute. */
  waitsForDrips: boolean;
  /** Live loans whose interest is posted. */
  loans: number;
};

/** The quick pace shows that every measure still runs. Its figures are too short to be judged. */
// biome-ignore format: a table
export const paces = {
  full: {
    rounds: 5, roundMs: 2_000, runs: 9, files: 3, coldLoads: 5, starts: 9, writerRounds: 3, writerRoundMs: 3_000,
    sorts: 100, downloads: 150, mixedServers: 3, isMixedAtBothSizes: true, crowd: 1_000, waitsForDrips: true, loans: 100_000,
    logEntries: 10_000_000,
  },
  quick: {
    rounds: 1, roundMs: 200,   runs: 1, files: 1, coldLoads: 1, starts: 1, writerRounds: 1, writerRoundMs: 300,
    sorts: 1, downloads: 15, mixedServers: 2, isMixedAtBothSizes: false, crowd: 200, waitsForDrips: false, loans: 500,
    logEntries: 20_000,
  },
} satisfies Record<string, Pace>;
