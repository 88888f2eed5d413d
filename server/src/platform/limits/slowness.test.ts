import { slowness } from '@kerb/server/platform/limits/slowness.ts';
import { describe, expect, it } from 'vitest';

describe('how slow requests are', () => {
  it('is the median of their time, divided by the usual time of their kind', () => {
    const pace = slowness();
    pace.note('list', 10, true);
    pace.note('save', 100, true);
    for (const ms of [20, 30, 900]) pace.note('list', ms, false);
    pace.note('save', 200, false);
    expect(pace.median()).toBeCloseTo(3);
    expect(pace.median()).toBe(0);
  });

  it('is measured against requests that were alone, however long a load lasts', () => {
    const pace = slowness();
    pace.note('list', 10, true);
    for (let n = 0; n < 10_000; n += 1) pace.note('list', 100, false);
    expect(pace.median()).toBe(10);
    for (let n = 0; n < 100; n += 1) pace.note('list', 50, true);
    pace.median();
    pace.note('list', 100, false);
    expect(pace.median()).toBeCloseTo(2);
  });

  it('is corrected by faster requests, if the first one came during a load', () => {
    const pace = slowness();
    pace.note('list', 1_000, false);
    for (let n = 0; n < 1_000; n += 1) pace.note('list', 10, false);
    pace.median();
    pace.note('list', 10, false);
    expect(pace.median()).toBeCloseTo(1, 1);
  });
});
