import { seesLoan } from '@kerb/domain/loans/loan-access.ts';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each([
  ['admin',    'supplier', true ],
  ['vendor',   'supplier', true ],
  ['manager',  'supplier', false],
  ['employee', 'supplier', false],
  ['manager',  'agency',   true ],
  ['employee', 'agency',   true ],
  ['vendor',   'agency',   true ],
] as const)('the loan of a campaign is for %s of a campaign of a %s: %s', (standing, tenantType, expected) => {
  expect(seesLoan(standing, { tenantType })).toBe(expected);
});
