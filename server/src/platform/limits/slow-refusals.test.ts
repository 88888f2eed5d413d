import { slowRefusals } from '@kerb/server/platform/limits/slow-refusals.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends the first refusals of a second at once, and the others after half a second or more', async () => {
  const slowRefusal = slowRefusals(3);
  let sent = 0;
  for (let each = 0; each < 10; each++) void slowRefusal().then(() => (sent += 1));
  await vi.advanceTimersByTimeAsync(400);
  expect(sent).toBe(3);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(sent).toBe(10);
  void slowRefusal().then(() => (sent += 1));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toBe(11);
});
