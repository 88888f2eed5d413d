import { sandboxEndpoints } from '@kerb/domain/sandbox/sandbox.contract.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

describe("the sandbox's clock", () => {
  // biome-ignore format: a table
  it.each([
    [0,    true ],
    [180,  true ],
    [3650, true ],
    [3651, false],
    [-1,   false],
    [1.5,  false],
  ])('can be moved by %d days: %j', (offsetDays, expected) => {
    expect(z.safeParse(sandboxEndpoints.moveClock.body, { offsetDays }).success).toBe(expected);
  });
});
