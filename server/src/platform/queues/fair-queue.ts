import { Problem, serviceBusy } from '@kerb/server/platform/problems/problem.ts';

export type QueueLimits = {
  /** Tasks that run at the same time. */
  atOnce: number;
  /** Tasks of one owner that run at the same time. */
  perOwnerAtOnce: number;
  perOwnerWaiting: number;
  /** Tasks of all owners of one group that wait. Absent: only the owners are bounded. */
  perGroupWaiting?: number;
  mostWaiting: number;
  /** The time limit of a task, counted from its own start. Null if the tasks have limits of their own. */
  longestMs: number | null;
  longestWaitMs: number;
};

/** The owner of tasks that no person asked for, such as the attachments of messages. It may queue any number. */
export const theProduct = 'product';

/** Whose task it is. The owners of a group count together too, and the groups take turns. */
export type QueueOwner = string | { owner: string; group: string };
type Place = { owner: string; group: string | null };
const placeOf = (owner: QueueOwner): Place => (typeof owner === 'string' ? { owner, group: null } : owner);

const retryAfterSeconds = 5;
const busy = () => serviceBusy(retryAfterSeconds);
const enoughOfYours = () =>
  new Problem(503, 'busy', 'Your earlier requests are still being processed. Please wait for them, then try again.', {
    retryAfterSeconds,
  });
const tookTooLong = () =>
  new Problem(503, 'busy', 'This took too long and was stopped. Please try again in a moment.', { retryAfterSeconds });

type Entry = Place & { start: () => void; refuse: (problem: unknown) => void };

export type FairQueue = {
  /**
   * Runs the task when it is its owner's turn. `signal` aborts at the time limit; the task keeps its place until it has
   * ended. A waiting task is dropped if `gone` aborts, because its caller has disconnected.
   */
  run: <T>(owner: QueueOwner, task: (signal: AbortSignal) => Promise<T>, gone?: AbortSignal) => Promise<T>;
  waiting: () => number;
};

/** The tasks that wait, by owner. The owners take turns, and so do the groups. */
function waitingLine() {
  const lines = new Map<string, Entry[]>();
  const linesOf = (group: string) =>
    lines
      .entries()
      .filter(([, [first]]) => first?.group === group)
      .toArray();
  const remove = (entry: Entry) => {
    const rest = (lines.get(entry.owner) ?? []).filter((each) => each !== entry);
    if (rest.length > 0) lines.set(entry.owner, rest);
    else lines.delete(entry.owner);
  };
  return {
    count: () => lines.values().reduce((sum, line) => sum + line.length, 0),
    countOf: (owner: string) => lines.get(owner)?.length ?? 0,
    countOfGroup: (group: string) => linesOf(group).reduce((sum, [, line]) => sum + line.length, 0),
    add: (entry: Entry) => lines.set(entry.owner, [...(lines.get(entry.owner) ?? []), entry]),
    has: (entry: Entry) => lines.get(entry.owner)?.includes(entry) ?? false,
    remove,
    /** The first task of the first owner who may start one. Their group, and then they, go to the end of the turns. */
    next: (mayStart: (owner: string) => boolean): Entry | undefined => {
      for (const [owner, [first, ...rest]] of lines) {
        if (first === undefined || !mayStart(owner)) continue;
        lines.delete(owner);
        for (const [other, line] of first.group === null ? [] : linesOf(first.group)) {
          lines.delete(other);
          lines.set(other, line);
        }
        if (rest.length > 0) lines.set(owner, rest);
        return first;
      }
      return undefined;
    },
    /** The latest task of the owner with the most, in this group or of all. */
    latestOfLongest: (group: string | null): Entry | undefined => {
      const asked = group === null ? lines.values().toArray() : linesOf(group).map(([, line]) => line);
      return asked.toSorted((a, b) => b.length - a.length)[0]?.at(-1);
    },
  };
}

type Turn = { startNext: () => void; gone: AbortSignal | undefined; longestWaitMs: number };

/** Waits in the line until the task may start. Fails if that takes too long, or if the caller has disconnected. */
async function turnOf(line: ReturnType<typeof waitingLine>, place: Place, turn: Turn): Promise<void> {
  const { startNext, gone, longestWaitMs } = turn;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const entry: Entry = { ...place, start: resolve, refuse: reject };
  const leave = (problem: unknown) => {
    if (!line.has(entry)) return;
    line.remove(entry);
    reject(problem);
  };
  const onGone = () => leave(gone?.reason);
  const timer = setTimeout(() => leave(busy()), longestWaitMs);
  gone?.addEventListener('abort', onGone);
  line.add(entry);
  startNext();
  await promise.finally(() => {
    clearTimeout(timer);
    gone?.removeEventListener('abort', onGone);
  });
}

/** Runs the task under its time limit. The returned promise fails at the limit; `ended` resolves with the task. */
function timed<T>(task: (signal: AbortSignal) => Promise<T>, longestMs: number | null) {
  const limit = new AbortController();
  const late = Promise.withResolvers<never>();
  const stop = () => {
    limit.abort();
    late.reject(tookTooLong());
  };
  const timer = longestMs === null ? undefined : setTimeout(stop, longestMs);
  const running = Promise.try(task, limit.signal).finally(() => clearTimeout(timer));
  const ended = running.then(
    () => {},
    // The caller gets the error. Here it only frees the place.
    () => {},
  );
  return { result: Promise.race([running, late.promise]), ended };
}

/**
 * Bounds expensive work for each person, so that one person's requests delay nobody else's. Owners take turns. A queue
 * that is full answers 503 with Retry-After, first to the owner with the most waiting tasks. A failure or a time-out
 * fails its own task and no other.
 */
export function fairQueue(limits: QueueLimits): FairQueue {
  const running = new Map<string, number>();
  const line = waitingLine();
  const runningOf = (owner: string) => running.get(owner) ?? 0;
  const isFull = () => running.values().reduce((sum, count) => sum + count, 0) >= limits.atOnce;

  function startNext(): void {
    while (!isFull()) {
      const entry = line.next((owner) => runningOf(owner) < limits.perOwnerAtOnce);
      if (!entry) return;
      running.set(entry.owner, runningOf(entry.owner) + 1);
      entry.start();
    }
  }

  function end(owner: string): void {
    const left = runningOf(owner) - 1;
    if (left > 0) running.set(owner, left);
    else running.delete(owner);
    startNext();
  }

  /** Most tasks find a free place, and nobody who waits for it. They need no timer and no place in the line. */
  function startsAtOnce(owner: string): boolean {
    if (line.count() > 0 || isFull() || runningOf(owner) >= limits.perOwnerAtOnce) return false;
    running.set(owner, runningOf(owner) + 1);
    return true;
  }

  const isGroupFull = (group: string) => line.countOfGroup(group) >= (limits.perGroupWaiting ?? Infinity);

  /** Makes room in a full group or queue: the newcomer is refused if nobody there has more waiting. */
  function admit({ owner, group }: Place): void {
    const own = line.countOf(owner);
    if (owner !== theProduct && own >= limits.perOwnerWaiting) throw enoughOfYours();
    const fullGroup = group !== null && isGroupFull(group) ? group : null;
    if (fullGroup === null && line.count() < limits.mostWaiting) return;
    const latest = line.latestOfLongest(fullGroup);
    if (!latest || line.countOf(latest.owner) <= own + 1) throw busy();
    line.remove(latest);
    latest.refuse(busy());
  }

  return {
    run: async (whose, task, gone) => {
      gone?.throwIfAborted();
      const place = placeOf(whose);
      if (!startsAtOnce(place.owner)) {
        admit(place);
        await turnOf(line, place, { startNext, gone, longestWaitMs: limits.longestWaitMs });
      }
      const { result, ended } = timed(task, limits.longestMs);
      void ended.then(() => end(place.owner));
      return result;
    },
    waiting: () => line.count(),
  };
}
