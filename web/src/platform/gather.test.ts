import { gather } from '@kerb/web/platform/gather.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);
let runs: number[];
let takesMs: number;
const began = Date.parse('2026-11-18T00:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: began });
  runs = [];
  takesMs = 0;
});
afterEach(() => void vi.useRealTimers());

const run = async () => {
  runs.push(Date.now() - began);
  if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
};

describe('what is gathered', () => {
  it('runs once soon after it is wanted', async () => {
    const { want } = gather(run, { firstMs: 200, gapMs: 5_000 });
    want();
    want();
    await later(60_000);
    expect(runs).toEqual([200]);
  });

  it('runs few times for a thousand changes in ten seconds, and after the last of them', async () => {
    const { want } = gather(run, { firstMs: 200, gapMs: 5_000 });
    for (let n = 0; n < 1_000; n += 1) {
      want();
      await later(10);
    }
    await later(60_000);
    expect(runs).toEqual([200, 5_200, 10_200]);
  });

  it('never runs twice at the same time, and again for what was wanted meanwhile', async () => {
    takesMs = 3_000;
    const { want } = gather(run, { firstMs: 100, gapMs: 1_000 });
    want();
    await later(1_000);
    want();
    await later(60_000);
    expect(runs).toEqual([100, 4_100]);
  });

  it('runs again soon after a rest', async () => {
    const { want } = gather(run, { firstMs: 100, gapMs: 1_000 });
    want();
    await later(10_000);
    want();
    await later(10_000);
    expect(runs).toEqual([100, 10_100]);
  });

  it('does not run after it is stopped', async () => {
    const { want, stop } = gather(run, { firstMs: 100, gapMs: 1_000 });
    want();
    stop();
    want();
    await later(10_000);
    expect(runs).toEqual([]);
  });
});
