import { newZealandDaysOff } from '@kerb/domain/countries/new-zealand/working-days.ts';
import { isWorkingDay, workingDaysAfter } from '@kerb/domain/countries/working-days.ts';
import { addDays, daysBetween } from '@kerb/domain/kernel/dates.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const isWorking = (day: string) => isWorkingDay(day, newZealandDaysOff);
const after = (day: string, days: number) => workingDaysAfter(day, days, newZealandDaysOff);

describe('a working day in New Zealand', () => {
  // biome-ignore format: a table
  it.each([
    ['a Saturday',                             '2026-11-14'],
    ['a Sunday',                               '2026-11-15'],
    ['Waitangi Day',                           '2026-02-06'],
    ['the Monday after a Saturday’s Waitangi', '2027-02-08'],
    ['Good Friday 2026',                       '2026-04-03'],
    ['Easter Monday 2026',                     '2026-04-06'],
    ['Good Friday 2038, the latest of all',    '2038-04-23'],
    ['Easter Monday 2027',                     '2027-03-29'],
    ['the Monday after a Saturday’s Anzac Day', '2026-04-27'],
    ['the Monday after a Sunday’s Anzac Day',  '2027-04-26'],
    ['the Sovereign’s birthday',               '2026-06-01'],
    ['Matariki 2026',                          '2026-07-10'],
    ['Matariki 2052, the last of its schedule', '2052-06-21'],
    ['Labour Day',                             '2026-10-26'],
    ['Christmas Day',                          '2026-12-25'],
    ['a weekday between Christmas and New Year', '2026-12-30'],
    ['New Year’s Day',                         '2026-01-01'],
    ['2 January',                              '2026-01-02'],
    ['the Monday after a Friday’s New Year',   '2027-01-04'],
    ['the Monday after a Saturday’s New Year', '2028-01-03'],
    ['the Tuesday after a Saturday’s New Year', '2028-01-04'],
    ['the Tuesday after a Sunday’s New Year',  '2034-01-03'],
  ])('is not %s', (_what, day) => {
    expect(isWorking(day)).toBe(false);
  });

  // biome-ignore format: a table
  it.each([
    ['the Thursday before Good Friday',        '2026-04-02'],
    ['the Tuesday after Easter',               '2026-04-07'],
    ['Christmas Eve',                          '2026-12-24'],
    ['the Tuesday after a Friday’s New Year',  '2027-01-05'],
    ['the Wednesday after a Saturday’s New Year', '2028-01-05'],
    ['the anniversary day of Auckland',        '2026-01-26'],
    ['the second Monday in June',              '2026-06-08'],
  ])('is %s', (_what, day) => {
    expect(isWorking(day)).toBe(true);
  });
});

describe('working days after a day', () => {
  // biome-ignore format: a table
  it.each([
    ['over a weekend',                         '2026-11-16', '2026-11-23'],
    ['from a Saturday',                        '2026-11-14', '2026-11-20'],
    ['over Easter',                            '2026-04-02', '2026-04-13'],
    ['over a Mondayised Anzac Day',            '2026-04-23', '2026-05-01'],
    ['over Christmas and New Year',            '2026-12-22', '2027-01-07'],
    ['over Waitangi Day',                      '2026-02-05', '2026-02-13'],
    ['over Matariki',                          '2026-07-09', '2026-07-17'],
  ])('%s, five of them', (_over, day, expected) => {
    expect(after(day, 5)).toBe(expected);
  });

  it('is the day itself for none', () => {
    expect(after('2026-12-25', 0)).toBe('2026-12-25');
  });

  it('passes exactly that many working days, and ends on one', () => {
    const days = fc.integer({ min: 0, max: 9_000 }).map((days) => addDays('2026-01-01', days));
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 20 }), (day, count) => {
        const last = after(day, count);
        const passed = Array.from({ length: daysBetween(day, last) }, (_, place) => addDays(day, place + 1));
        expect(passed.filter(isWorking)).toHaveLength(count);
        expect(isWorking(last)).toBe(true);
        expect(after(after(day, 1), count)).toBe(after(day, count + 1));
      }),
    );
  });
});
