import { loadLimit } from '@kerb/server/platform/limits/load-limit.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { describe, expect, it } from 'vitest';

const limits = { least: 2, most: 10, longestDelayMs: 20 };

describe('the limit of requests that are worked on', () => {
  it('is reached by as many requests as it allows, and refuses with 503 and Retry-After', async () => {
    const load = loadLimit(limits);
    const leaves = Array.from({ length: 9 }, load.enter);
    expect(load.isFull()).toBe(false);
    leaves.push(load.enter());
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
    const leaves = Array.from({ length: 10 }, load.enter);
    for (let interval = 0; interval < 9; interval++) load.observe(50);
    expect(load.now().limit).toBe(2);
    for (const leave of leaves) leave();
    load.observe(0);
    for (let interval = 0; interval < 20; interval++) load.observe(0);
    expect(load.now().limit).toBe(10);
  });

  it('stays if something else delays the event loop', () => {
    const load = loadLimit(limits);
    load.enter();
    for (let interval = 0; interval < 9; interval++) load.observe(500);
    expect(load.now().limit).toBe(10);
  });
});
