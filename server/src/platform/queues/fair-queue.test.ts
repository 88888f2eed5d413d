import type { Problem } from '@kerb/server/platform/problems/problem.ts';
import { fairQueue, type QueueLimits, type QueueOwner, theProduct } from '@kerb/server/platform/queues/fair-queue.ts';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const limits: QueueLimits = {
  atOnce: 1,
  perOwnerAtOnce: 1,
  perOwnerWaiting: 6,
  mostWaiting: 20,
  longestMs: 20_000,
  longestWaitMs: 30_000,
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue whose tasks take as long as the test says, with the order in which they started. */
function open(changes: Partial<QueueLimits> = {}) {
  const queue = fairQueue({ ...limits, ...changes });
  const started: string[] = [];
  const outcomes: Record<string, string> = {};
  const add = (owner: QueueOwner, name: string, ms = 1_000, gone?: AbortSignal) => {
    const task = async (signal: AbortSignal) => {
      started.push(name);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('aborted'));
      });
      await promise;
      if (name.startsWith('broken')) throw new Error('broken');
      return name;
    };
    void queue.run(owner, task, gone).then(
      () => {
        outcomes[name] = 'done';
      },
      (error: Problem) => {
        outcomes[name] = error.status ? `${error.status} after ${error.retryAfterSeconds} s` : error.message;
      },
    );
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { queue, started, outcomes, add, pass };
}

describe('a fair queue', () => {
  it('lets owners take turns, however many tasks one of them has', async () => {
    const { add, pass, started } = open();
    for (const name of ['a1', 'a2', 'a3', 'a4']) add('ann', name);
    add('bob', 'b1');
    add('cat', 'c1');
    await pass(10_000);
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
  });

  it('starts a task that finds a free place without a timer, and makes others wait', () => {
    const { queue, started, add } = open({ longestMs: null });
    const endless = () => {
      started.push('endless');
      return new Promise(() => {});
    };
    void queue.run('ann', endless);
    expect(started).toEqual(['endless']);
    expect(vi.getTimerCount()).toBe(0);
    add('bob', 'b1');
    expect([started, queue.waiting()]).toEqual([['endless'], 1]);
  });

  it('starts another person’s task at once while one person has many', async () => {
    const { add, pass, started } = open({ atOnce: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) add('ann', name);
    await pass(0);
    add('bob', 'b1');
    await pass(0);
    expect(started).toEqual(['a1', 'b1']);
  });

  it('refuses a person who has enough waiting, and nobody else', async () => {
    const { add, pass, outcomes } = open();
    for (let count = 1; count <= 10; count += 1) add('ann', `a${count}`);
    add('bob', 'b1');
    await pass(60_000);
    expect(outcomes).toMatchObject({ a7: 'done', a8: '503 after 5 s', a10: '503 after 5 s', b1: 'done' });
  });

  it('refuses a task of the owner with the most waiting tasks when the whole queue is full', async () => {
    const { add, pass, outcomes } = open({ mostWaiting: 4 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) add('ann', name);
    add('bob', 'b1');
    add('bob', 'b2');
    await pass(0);
    expect(outcomes).toEqual({ a5: '503 after 5 s', a4: '503 after 5 s' });
    add('bob', 'b3');
    await pass(20_000);
    expect(outcomes).toMatchObject({ b3: '503 after 5 s', a1: 'done', a3: 'done', b1: 'done', b2: 'done' });
  });

  describe('with owners of one group', () => {
    const link = (place: number) => ({ owner: `link ${place}`, group: 'links' });

    it('keeps room for others, however many owners the group has', async () => {
      const { queue, add, pass, outcomes } = open({ perGroupWaiting: 8 });
      add('ann', 'a1', 15_000);
      for (let place = 1; place <= 12; place += 1) add(link(place), `l${place}`, 100);
      await pass(0);
      expect(queue.waiting()).toBe(8);
      expect(outcomes).toMatchObject({ l9: '503 after 5 s', l12: '503 after 5 s' });
      for (let place = 1; place <= 12; place += 1) add(`person ${place}`, `p${place}`, 100);
      await pass(20_000);
      const served = Object.entries(outcomes).filter(([, outcome]) => outcome === 'done');
      expect(served).toHaveLength(1 + 8 + 12);
    });

    it('takes turns with others, not each owner of the group before them', async () => {
      const { add, pass, started } = open();
      for (const place of [1, 2, 3, 4]) add(link(place), `l${place}`);
      add(link(1), 'again');
      add('bob', 'b1');
      await pass(10_000);
      expect(started).toEqual(['l1', 'l2', 'b1', 'l3', 'l4', 'again']);
    });

    it('refuses first the owner of the group with the most waiting tasks', async () => {
      const { add, pass, outcomes } = open({ perGroupWaiting: 4 });
      add('ann', 'a1');
      for (const name of ['f1', 'f2', 'f3', 'f4']) add(link(1), name);
      add(link(2), 'g1');
      await pass(0);
      expect(outcomes).toEqual({ f4: '503 after 5 s' });
      await pass(10_000);
      expect(outcomes).toMatchObject({ f1: 'done', f3: 'done', g1: 'done' });
    });
  });

  it('counts the time of a task from its own start', async () => {
    const { add, pass, outcomes } = open();
    add('ann', 'a1', 15_000);
    add('bob', 'b1', 15_000);
    await pass(30_000);
    expect(outcomes).toEqual({ a1: 'done', b1: 'done' });
  });

  it('fails only the task that failed or took too long', async () => {
    const { add, pass, started, outcomes } = open();
    add('ann', 'late', 25_000);
    add('bob', 'broken');
    add('cat', 'c1');
    await pass(30_000);
    expect(started).toEqual(['late', 'broken', 'c1']);
    expect(outcomes).toEqual({ late: '503 after 5 s', broken: 'broken', c1: 'done' });
  });

  it('keeps the place of a task that ignores its time limit, and answers its caller', async () => {
    const { queue, add, pass, started } = open();
    const answered = queue.run('ann', () => new Promise((resolve) => setTimeout(resolve, 40_000)));
    const refusal = expect(answered).rejects.toMatchObject({ status: 503 });
    add('bob', 'b1');
    await pass(25_000);
    await refusal;
    expect(started).toEqual([]);
    await pass(15_000);
    expect(started).toEqual([]);
  });

  it('answers 503 to a task that waited too long', async () => {
    const { add, pass, outcomes } = open({ longestMs: 100_000 });
    add('ann', 'a1', 90_000);
    add('bob', 'b1');
    await pass(30_000);
    expect(outcomes).toEqual({ b1: '503 after 5 s' });
  });

  it('drops a waiting task whose caller has disconnected', async () => {
    const { add, pass, started } = open();
    const caller = new AbortController();
    add('ann', 'a1');
    add('bob', 'b1', 1_000, caller.signal);
    caller.abort();
    await pass(10_000);
    expect(started).toEqual(['a1']);
  });

  it('lets the product queue more than a person may', async () => {
    const { add, pass, outcomes } = open();
    for (let count = 1; count <= 10; count += 1) add(theProduct, `p${count}`);
    await pass(60_000);
    expect(Object.values(outcomes)).toEqual(Array(10).fill('done'));
  });

  it('runs at most what it may at a time, and answers every task, in any order of arrivals', async () => {
    const arrivals = fc.array(fc.tuple(fc.constantFrom('ann', 'bob', 'cat'), fc.integer({ min: 1, max: 3_000 })), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(arrivals, async (tasks) => {
        const queue = fairQueue({ ...limits, atOnce: 2 });
        const running: string[] = [];
        let answered = 0;
        for (const [owner, ms] of tasks) {
          const task = async () => {
            expect(running).not.toContain(owner);
            running.push(owner);
            expect(running.length).toBeLessThanOrEqual(2);
            await new Promise((resolve) => setTimeout(resolve, ms));
            running.splice(running.indexOf(owner), 1);
          };
          const count = () => {
            answered += 1;
          };
          void queue.run(owner, task).then(count, count);
        }
        await vi.advanceTimersByTimeAsync(200_000);
        expect([answered, running, queue.waiting()]).toEqual([tasks.length, [], 0]);
      }),
      { numRuns: 50 },
    );
  });
});
