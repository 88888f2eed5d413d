/** How fast the usual time of a kind follows requests that were alone, and faster ones that were not. */
const follow = { alone: 0.1, faster: 0.01 };

/** How much longer requests take than they usually do. */
export type Slowness = {
  /** `isAlone`: no other request was in progress at the same time. */
  note: (kind: string, ms: number, isAlone: boolean) => void;
  /** The median of time divided by usual time since the last call; 0 if nothing can be compared. */
  median: () => number;
};

/**
 * Compares each request with the usual time of its kind, which is that of requests that were alone. Under a lasting
 * load everything is slow, and that must not become usual.
 */
export function slowness(): Slowness {
  const usual = new Map<string, number>();
  let ratios: number[] = [];
  return {
    note: (kind, ms, isAlone) => {
      const known = usual.get(kind);
      if (known === undefined) {
        usual.set(kind, ms);
        return;
      }
      ratios.push(ms / known);
      if (isAlone || ms < known) usual.set(kind, known + (ms - known) * (isAlone ? follow.alone : follow.faster));
    },
    median: () => {
      const sorted = ratios.toSorted((a, b) => a - b);
      ratios = [];
      return sorted[Math.floor(sorted.length / 2)] ?? 0;
    },
  };
}
