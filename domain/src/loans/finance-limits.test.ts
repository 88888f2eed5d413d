import { beyondFinanceLimits } from '@kerb/domain/loans/finance-limits.ts';
import { describe, expect, it } from 'vitest';

describe('the limits of the finance cards', () => {
  // biome-ignore format: a table
  it.each([
    [{},                                              []],
    [{ interestRate: null, interestFreeDays: null },  []],
    [{ interestRate: 0, interestFreeDays: 0 },        []],
    [{ interestRate: 100_00, interestFreeDays: 365 }, []],
    [{ interestRate: 100_01 },                        ['interestRate']],
    [{ interestFreeDays: 366 },                       ['interestFreeDays']],
    [{ interestFreeDays: -1, interestRate: -1 },      ['interestRate', 'interestFreeDays']],
  ])('of %j are overstepped by %j', (changes, beyond) => {
    expect(Object.keys(beyondFinanceLimits(changes))).toEqual(beyond);
  });
});
