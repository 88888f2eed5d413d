import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Problem } from '@kerb/server/platform/problems/problem.ts';

/** How many requests are worked on at once, and what changes that number. */
export type LoadLimits = {
  least: number;
  most: number;
  /** A longer delay of the event loop means that the process has more to do than it can. */
  longestDelayMs: number;
};

export const usualLimits: LoadLimits = { least: 8, most: 100, longestDelayMs: 20 };

export type LoadLimit = {
  /** Throws 503 if enough requests are worked on. Returns how to leave. */
  enter: () => () => void;
  now: () => { limit: number; inProgress: number };
  /** The delay of the event loop during the last interval. */
  observe: (delayMs: number) => void;
};

const busy = () =>
  new Problem(503, 'busy', 'The service is busy. Please try again in a moment.', { retryAfterSeconds: 2 });

/** The limit falls only if the requests themselves are the load, and not another program of the machine. */
const nearLimit = 0.8;
const fall = 0.7;
const rise = 1.1;

/**
 * Refuses requests that would only wait, so that the requests that are served stay fast. The number adapts: it falls
 * while the event loop is late, and rises again when it is not. Requests that wait for a provider do not delay the
 * loop, so many of them may be in progress.
 */
export function loadLimit({ least, most, longestDelayMs }: LoadLimits = usualLimits): LoadLimit {
  let limit = most;
  let inProgress = 0;
  let highest = 0;
  return {
    enter: () => {
      if (inProgress >= limit) throw busy();
      inProgress += 1;
      highest = Math.max(highest, inProgress);
      let isIn = true;
      return () => {
        if (isIn) inProgress -= 1;
        isIn = false;
      };
    },
    now: () => ({ limit, inProgress }),
    observe: (delayMs) => {
      const isOverloaded = delayMs > longestDelayMs && highest >= limit * nearLimit;
      limit = isOverloaded ? Math.max(least, Math.floor(limit * fall)) : Math.min(most, Math.ceil(limit * rise));
      highest = inProgress;
    },
  };
}

const resolutionMs = 5;
const intervalMs = 100;

/** Measures the event loop of this process for the limit. Returns how to stop. */
export function watchLoop({ observe }: LoadLimit): () => void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const timer = setInterval(() => {
    // The histogram has the time between its own timers.
    observe(Math.max(0, delay.mean / 1e6 - resolutionMs));
    delay.reset();
  }, intervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    delay.disable();
  };
}
