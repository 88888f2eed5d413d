import { must } from '@kerb/domain/kernel/must.ts';
import { describe, expect, it } from 'vitest';

describe('a value that must be there', () => {
  it.each([[0], [''], [false], [[]], ['x']])('is given back as it is: %j', (value) => {
    expect(must(value, 'value')).toBe(value);
  });

  it.each([[null], [undefined]])('is a bug with a name where it is %s', (value) => {
    expect(() => must(value, 'payment 7')).toThrow(new Error('There is no payment 7.'));
  });
});
