import { AsyncLocalStorage } from 'node:async_hooks';
import { gathered } from '@kerb/server/platform/jobs/gathered.ts';
import type { LocalJob } from '@kerb/server/platform/jobs/job-queue.ts';

type Started = { nudge: () => void; stop: () => Promise<void> };

/** Runs a job in this process, again and again. A run that is asked for meanwhile follows at once. */
export function startLocalJob({ name, everywhereMs }: LocalJob, run: () => Promise<void>): Started {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const ask = gathered(() => (isStopped ? Promise.resolve() : run()));
  // A request that nudges the job must not give it its own request id and trace: the run serves everybody's messages.
  const inOwnContext = AsyncLocalStorage.snapshot();
  const nudge = () => inOwnContext(begin);
  const begin = () => {
    clearTimeout(timer);
    running = Promise.all([running, ask(name)]).then(() => {
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(nudge, everywhereMs).unref();
    });
  };
  nudge();
  return {
    nudge,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
