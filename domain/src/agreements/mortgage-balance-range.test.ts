import { agreementShape } from '@kerb/domain/agreements/agreement-fields.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const field = agreementShape.mortgageBalanceRange;

describe('a mortgage balance range', () => {
  // biome-ignore format: a table
  it.each([
    ['lt75',  'lt75'],
    ['lt90',  'lt90'],
    ['gt90',  'gt90'],
    ['<75',   'lt75'],
    ['75-90', 'lt90'],
    ['>90',   'gt90'],
    [null,    null  ],
  ] as const)('sent as %j is stored and sent back as %j', (sent, kept) => {
    expect(z.decode(field, sent)).toBe(kept);
    expect(z.encode(field, kept)).toBe(kept);
  });

  it.each(['', '<90', '< 75', '75–90', 'LT75', 75])('cannot be %j', (sent) => {
    expect(z.safeDecode(field, sent as never).success).toBe(false);
  });
});
