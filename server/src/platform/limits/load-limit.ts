import { monitorEventLoopDelay } from 'node:perf_hooks';
import { slowRefusal } from '@kerb/server/platform/limits/slow-refusals.ts';
import { slowness } from '@kerb/server/platform/limits/slowness.ts';
import { serviceBusy } from '@kerb/server/platform/problems/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How many requests are in progress at most, and what changes that number. */
export type LoadLimits = {
  least: number;
  most: number;
  /** A longer delay of the event loop means that the process has more to do than it can. */
  longestDelayMs: number;
};

export const usualLimits: LoadLimits = { least: 2, most: 60, longestDelayMs: 10 };

export type LoadLimit = {
  isFull: () => boolean;
  /** Counts a request, also above the limit. Requests of one kind take a similar time. Returns how to end it. */
  enter: (kind: string) => () => void;
  /** Rejects with 503, with a delay if many requests are refused. */
  refuse: () => Promise<never>;
  now: () => { limit: number; inProgress: number };
  /** The delay of the event loop during the last interval. */
  observe: (delayMs: number) => void;
};

/** Retry-After differs for each caller, so that callers who were refused together do not return together. */
const longestRetrySeconds = 4;
export const busy = () => serviceBusy(1 + Math.floor(Math.random() * longestRetrySeconds));

/** The limit falls only if the requests themselves are the load, and not another program of the machine. */
const nearLimit = 0.8;
const fall = 0.7;
const rise = 1.1;
/** Requests may take this many times as long as when they are alone. */
const slowest = 1.5;
/** A burst that ends within so many intervals is served, however long it takes. */
const burst = 3;

/**
 * Refuses requests that would only wait, so that the requests that are served stay fast. The number adapts. It falls
 * while the event loop is late, or if most requests take half as long again as usual for longer than a burst. It
 * rises again when they do not.
 */
export function loadLimit({ least, most, longestDelayMs }: LoadLimits = usualLimits): LoadLimit {
  let limit = most;
  let inProgress = 0;
  let highest = 0;
  let entered = 0;
  let slowIntervals = 0;
  const pace = slowness();
  const isFull = () => inProgress >= limit;
  const enter = (kind: string) => {
    inProgress += 1;
    highest = Math.max(highest, inProgress);
    entered += 1;
    const [place, isFirst, began] = [entered, inProgress === 1, performance.now()];
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      inProgress -= 1;
      pace.note(kind, performance.now() - began, isFirst && entered === place);
    };
  };
  const limitAfter = (delayMs: number): number => {
    const isUsed = highest >= limit * nearLimit;
    const times = pace.median();
    const isSlow = isUsed && times > slowest;
    slowIntervals = isSlow ? slowIntervals + 1 : 0;
    if (isUsed && delayMs > longestDelayMs) return Math.max(least, Math.floor(limit * fall));
    if (slowIntervals >= burst) return Math.max(least, Math.floor((limit * slowest) / times));
    return isSlow ? limit : Math.min(most, Math.ceil(limit * rise));
  };
  return {
    isFull,
    enter,
    refuse: async () => {
      await slowRefusal();
      throw busy();
    },
    now: () => ({ limit, inProgress }),
    observe: (delayMs) => {
      limit = limitAfter(delayMs);
      highest = inProgress;
    },
  };
}

/**
 * A hook for `onRequest` of pages that need no sign-in: counts the request until it is answered, or refuses it. Forms
 * are neither counted nor refused: a person has typed a password or a code, and passwords have queues of their own.
 */
export const countVisit =
  (load: LoadLimit | null) =>
  async ({ method }: FastifyRequest, { raw }: FastifyReply): Promise<void> => {
    if (!load || method !== 'GET') return;
    if (load.isFull()) await load.refuse();
    const leave = load.enter('page');
    raw.once('finish', leave).once('close', leave);
  };

const resolutionMs = 5;
const intervalMs = 100;

/** Measures the event loop of this process for the limit. */
export function watchLoop({ observe }: LoadLimit): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const timer = setInterval(() => {
    // The histogram has the time between its own timers.
    observe(Math.max(0, delay.mean / 1e6 - resolutionMs));
    delay.reset();
  }, intervalMs);
  timer.unref();
}
