import { decideFee } from '@kerb/domain/statements/gateway-fee.ts';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each([
  [100_00,  0,      true],
  [100_00,  99_99,  true],
  [100_00,  100_00, false],
  [-100_00, 100_00, true],
  [-100_00, 100_01, false],
])('a line of %i may have a fee of %i: %s', (amount, fee, isAllowed) => {
  expect(decideFee(amount, fee).ok).toBe(isAllowed);
});
