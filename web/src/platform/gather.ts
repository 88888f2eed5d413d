/**
 * Runs a task soon after it is wanted, and once for everything that is wanted meanwhile. Runs never overlap, and the
 * next one begins `gapMs` after the end of the last one at the earliest.
 */
export type Gathered = {
  want: () => void;
  stop: () => void;
};

type Pace = {
  /** The pause before the first run after a rest. */
  firstMs: number;
  gapMs: number;
};

export function gather(run: () => Promise<void>, { firstMs, gapMs }: Pace): Gathered {
  let isWanted = false;
  let isRunning = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;

  function plan(): void {
    if (isStopped || isRunning || timer !== undefined || !isWanted) return;
    timer = setTimeout(() => void once(), Math.max(firstMs, endedAt + gapMs - Date.now()));
  }

  async function once(): Promise<void> {
    timer = undefined;
    isWanted = false;
    isRunning = true;
    try {
      await run();
    } finally {
      isRunning = false;
      endedAt = Date.now();
      plan();
    }
  }

  return {
    want: () => {
      isWanted = true;
      plan();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
