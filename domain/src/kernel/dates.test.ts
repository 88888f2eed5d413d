import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import {
  addDays,
  addMinutes,
  dayIn,
  daysBetween,
  momentOf,
  wholeDaysSince,
  yearStartingIn,
} from '@kerb/domain/kernel/dates.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const sydney = australia.defaultTimeZone;
const auckland = newZealand.defaultTimeZone;
const someDay = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => Temporal.PlainDate.from('2000-01-01').add({ days }).toString());

describe('days', () => {
  // biome-ignore format: a table
  it.each([
    ['a day',                                   '2026-03-31', '2026-04-01',   1],
    ['no day',                                  '2026-03-31', '2026-03-31',   0],
    ['a day backwards',                         '2026-04-01', '2026-03-31',  -1],
    ['the day that Sydney\'s clocks go back',    '2026-04-04', '2026-04-06',   2],
    ['the day that Sydney\'s clocks go forward', '2026-10-03', '2026-10-05',   2],
    ['the day that Auckland\'s clocks go back',  '2027-04-03', '2027-04-05',   2],
    ['a leap day',                              '2028-02-28', '2028-03-01',   2],
    ['no leap day',                             '2027-02-28', '2027-03-01',   1],
    ['a year',                                  '2026-01-01', '2027-01-01', 365],
    ['a leap year',                             '2028-01-01', '2029-01-01', 366],
  ])('counts %s', (_what, from, to, expected) => {
    expect(daysBetween(from, to)).toBe(expected);
  });

  it('added are counted in days', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: -4_000, max: 4_000 }), (day, days) => {
        expect(daysBetween(day, addDays(day, days))).toBe(days);
      }),
    );
  });

  // biome-ignore format: a table
  it.each([
    ['2026-01-31',   1, '2026-02-01'],
    ['2028-02-28',   1, '2028-02-29'],
    ['2027-02-28',   1, '2027-03-01'],
    ['2026-12-31',   7, '2027-01-07'],
    ['2026-01-01',  -1, '2025-12-31'],
    ['2026-09-30', 180, '2027-03-29'],
  ])('%s and %i days is %s', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });

  it.each(['2027-02-29', '2026-13-01', 'yesterday', ''])('refuses %j', (day) => {
    expect(() => addDays(day, 1)).toThrow(RangeError);
  });
});

describe('the day at a moment', () => {
  // biome-ignore format: a table
  it.each([
    ['summer time, a minute before midnight',  sydney,   '2026-01-15T12:59:00Z', '2026-01-15'],
    ['summer time, midnight',                  sydney,   '2026-01-15T13:00:00Z', '2026-01-16'],
    ['winter time, a minute before midnight',  sydney,   '2026-07-15T13:59:00Z', '2026-07-15'],
    ['winter time, midnight',                  sydney,   '2026-07-15T14:00:00Z', '2026-07-16'],
    ['the 25-hour day begins at +11',          sydney,   '2026-04-04T13:00:00Z', '2026-04-05'],
    ['the 25-hour day is still on at +10',     sydney,   '2026-04-05T13:59:59Z', '2026-04-05'],
    ['the 25-hour day is over',                sydney,   '2026-04-05T14:00:00Z', '2026-04-06'],
    ['the 23-hour day begins at +10',          sydney,   '2026-10-03T14:00:00Z', '2026-10-04'],
    ['the 23-hour day is over',                sydney,   '2026-10-04T13:00:00Z', '2026-10-05'],
    ['New Zealand is already a day ahead',     auckland, '2026-06-30T12:00:00Z', '2026-07-01'],
    ['Australia is not yet',                   sydney,   '2026-06-30T12:00:00Z', '2026-06-30'],
    ['leap day',                               auckland, '2028-02-28T11:00:00Z', '2028-02-29'],
  ])('%s', (_why, zone, moment, expected) => {
    expect(dayIn(zone, moment)).toBe(expected);
    expect(dayIn(zone, Temporal.Instant.from(moment))).toBe(expected);
  });
});

describe('moments', () => {
  it('have milliseconds, so that they sort as text', () => {
    expect(momentOf(Temporal.Instant.from('2026-03-31T01:02:03Z'))).toBe('2026-03-31T01:02:03.000Z');
    expect(momentOf(Temporal.Instant.from('2026-03-31T11:02:03.4567+10:00'))).toBe('2026-03-31T01:02:03.456Z');
  });

  it('move by minutes, across the end of a day and of a year', () => {
    expect(addMinutes('2026-12-31T23:55:00.000Z', 10)).toBe('2027-01-01T00:05:00.000Z');
    expect(addMinutes('2026-12-31T23:55:00.000Z', -10)).toBe('2026-12-31T23:45:00.000Z');
  });

  // biome-ignore format: a table
  it.each([
    ['2026-01-01T00:00:00.000Z', '2026-01-01T23:59:59.999Z', 0],
    ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 1],
    ['2026-01-01T12:00:00.000Z', '2026-01-05T11:59:59.999Z', 3],
    ['2026-01-01T12:00:00.000Z', '2026-01-05T12:00:00.000Z', 4],
  ])('from %s to %s are %i whole days', (then, now, expected) => {
    expect(wholeDaysSince(then, now)).toBe(expected);
  });
});

describe('a year that starts in a month', () => {
  // biome-ignore format: a table
  it.each([
    ['AU, its last day',      7, '2026-06-30', '2025-07-01', '2026-07-01'],
    ['AU, its first day',     7, '2026-07-01', '2026-07-01', '2027-07-01'],
    ['AU, over new year',     7, '2027-01-01', '2026-07-01', '2027-07-01'],
    ['NZ, its last day',      4, '2026-03-31', '2025-04-01', '2026-04-01'],
    ['NZ, its first day',     4, '2026-04-01', '2026-04-01', '2027-04-01'],
    ['NZ, with a leap day',   4, '2028-02-29', '2027-04-01', '2028-04-01'],
    ['a calendar year',       1, '2026-12-31', '2026-01-01', '2027-01-01'],
  ])('%s', (_why, startMonth, day, from, until) => {
    expect(yearStartingIn(startMonth, day)).toEqual({ from, until });
  });

  it('always contains the given day, and starts where the previous year ends', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: 1, max: 12 }), (day, startMonth) => {
        const { from, until } = yearStartingIn(startMonth, day);
        expect(from <= day && day < until).toBe(true);
        expect(yearStartingIn(startMonth, addDays(from, -1)).until).toBe(from);
      }),
    );
  });
});
