import { must } from '@kerb/domain/kernel/must.ts';
import { describe, expect, it } from 'vitest';

describe('a value that must exist', () => {
  it.each([[0], [''], [false], [[]], ['x']])('is returned unchanged: %j', (value) => {
    expect(must(value, 'value')).toBe(value);
  });

  it.each([[null], [undefined]])('throws an error that names it if it is %s', (value) => {
    expect(() => must(value, 'payment 7')).toThrow(new Error('There is no payment 7.'));
  });
});
