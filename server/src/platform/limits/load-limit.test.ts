import { type LoadLimit, loadLimit } from '@kerb/server/platform/limits/load-limit.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const limits = { least: 2, most: 10, longestDelayMs: 20 };

describe('the limit of requests that are worked on', () => {
  it('is reached by as many requests as it allows, and refuses with 503 and Retry-After', async () => {
    const load = loadLimit(limits);
    const leaves = Array.from({ length: 9 }, () => load.enter('list'));
    expect(load.isFull()).toBe(false);
    leaves.push(load.enter('list'));
    expect(load.isFull()).toBe(true);
    const refusal: unknown = await load.refuse().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: expect.any(Number) });
    for (const leave of leaves) leave();
    for (const leave of leaves) leave();
    expect(load.now().inProgress).toBe(0);
    expect(load.isFull()).toBe(false);
  });

  it('falls while the event loop is late under its own requests, and rises again', () => {
    const load = loadLimit(limits);
    const leaves = Array.from({ length: 10 }, () => load.enter('list'));
    for (let interval = 0; interval < 9; interval++) load.observe(50);
    expect(load.now().limit).toBe(2);
    for (const leave of leaves) leave();
    load.observe(0);
    for (let interval = 0; interval < 20; interval++) load.observe(0);
    expect(load.now().limit).toBe(10);
  });

  it('stays if something else delays the event loop', () => {
    const load = loadLimit(limits);
    load.enter('list');
    for (let interval = 0; interval < 9; interval++) load.observe(500);
    expect(load.now().limit).toBe(10);
  });

  describe('with requests that take long', () => {
    /** Serves as many requests as the limit allows, at once, in an interval of 100 ms. */
    function serve(load: LoadLimit, ms: number): number {
      const leaves: (() => void)[] = [];
      while (!load.isFull()) leaves.push(load.enter('list'));
      vi.advanceTimersByTime(ms);
      for (const leave of leaves) leave();
      load.observe(0);
      return load.now().limit;
    }
    function measuredAlone(ms: number): LoadLimit {
      const load = loadLimit(limits);
      const leave = load.enter('list');
      vi.advanceTimersByTime(ms);
      leave();
      return load;
    }
    beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
    afterEach(() => void vi.useRealTimers());

    it('falls to those that are fast again, but not during a burst', () => {
      const load = measuredAlone(10);
      expect([serve(load, 50), serve(load, 50), serve(load, 50)]).toEqual([10, 10, 3]);
      expect([serve(load, 15), serve(load, 15)]).toEqual([4, 5]);
    });

    it('stays if they always take long', () => {
      const load = measuredAlone(3_000);
      for (let interval = 0; interval < 20; interval += 1) expect(serve(load, 4_000)).toBe(10);
    });

    it('stays if there are few of them', () => {
      const load = measuredAlone(10);
      for (let interval = 0; interval < 20; interval += 1) {
        const leave = load.enter('list');
        vi.advanceTimersByTime(500);
        leave();
        load.observe(0);
        expect(load.now().limit).toBe(10);
      }
    });
  });
});
