import { exactly, fromNow, longDay, shortDay, timeOfDay } from '@kerb/web/design/dates.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { usePage } from '../../test/harness.tsx';

beforeEach(() => usePage());

describe('a date', () => {
  it('is written in readable form', () => {
    expect(longDay('2026-11-14')).toBe('Sat 14 Nov 2026');
    expect(shortDay('2026-09-01')).toBe('1 Sep 2026');
  });

  it('of a moment is the calendar day in the country', () => {
    expect(longDay('2026-11-13T14:00:00.000Z')).toBe('Sat 14 Nov 2026');
    expect(timeOfDay('2026-11-13T22:05:00.000Z')).toBe('9:05 am');
  });

  it('is shown exactly on hover', () => {
    expect(exactly('2026-11-13T22:05:00.000Z')).toBe('Sat 14 Nov 2026, 9:05 am (Australia/Sydney)');
    expect(exactly('2026-11-14')).toBe('Sat 14 Nov 2026');
  });

  it.each([
    ['2026-11-14', 'today'],
    ['2026-11-15', 'tomorrow'],
    ['2026-11-17', 'in 3 days'],
    ['2026-11-07', '7 days ago'],
    ['2026-08-14', '3 months ago'],
    ['2029-01-14', 'in 2 years'],
  ])('%s is %s, relative to 14 November', (day, words) => {
    expect(fromNow(day, '2026-11-14')).toBe(words);
  });
});
