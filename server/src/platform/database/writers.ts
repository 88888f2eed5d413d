import { type FairQueue, fairQueue } from '@kerb/server/platform/queues/fair-queue.ts';

/** Connections that transactions leave free for reading. */
const keptForReading = 3;
/** As long as a request waits for a connection. */
const longestWaitMs = 5_000;

const queues = new WeakMap<object, FairQueue>();

/**
 * Transactions may wait for each other's rows. If they could take every connection of the pool, a locked row would stop
 * all reading too.
 */
export function limitWriters(db: object, poolSize: number): void {
  const atOnce = Math.max(1, poolSize - keptForReading);
  const waiting = { perOwnerWaiting: 100, mostWaiting: 500, longestWaitMs };
  queues.set(db, fairQueue({ atOnce, perOwnerAtOnce: atOnce, ...waiting, longestMs: null }));
}

/** Runs a transaction when few enough others are in progress. Jobs are few and do not wait. */
export function asWriter<T>(db: object, owner: string | null, run: () => Promise<T>): Promise<T> {
  const queue = queues.get(db);
  return queue && owner !== null ? queue.run(owner, run) : run();
}
