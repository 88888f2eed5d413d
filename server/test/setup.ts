import { afterAll, afterEach, expect } from 'vitest';
import { takeUndeclared } from './declared-statuses.ts';
import { closeStages } from './harness.ts';

afterEach(() => {
  expect(takeUndeclared(), 'statuses that the contract does not name (domain/src/wire/statuses.ts)').toEqual([]);
});

// Registered here, because a hook that is registered while another hook runs belongs to no file.
afterAll(closeStages, 30_000);
