import { tidyAmount } from '@kerb/web/design/money-input.tsx';
import { describe, expect, it } from 'vitest';

describe('an amount that was typed', () => {
  it.each([
    ['4200', '4,200'],
    ['$1,234,567.5', '1,234,567.50'],
    [' 12 ', '12'],
    ['0.05', '0.05'],
    ['', ''],
    ['four', 'four'],
    ['1.234', '1.234'],
  ])('%j becomes %j', (typed, tidy) => {
    expect(tidyAmount(typed)).toBe(tidy);
  });
});
