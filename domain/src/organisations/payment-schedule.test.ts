import { addDays, dayIn, daysBetween } from '@kerb/domain/kernel/dates.ts';
import {
  describeSchedule,
  isDue,
  isPaymentSchedule,
  paymentDayFrom,
  paymentSchedules,
} from '@kerb/domain/organisations/payment-schedule.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const days = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2024-01-01', days));
const schedules = fc.constantFrom(...paymentSchedules);

describe('a payment schedule', () => {
  it('is daily, one of seven weekdays or one of twenty-eight days of the month', () => {
    expect(paymentSchedules).toHaveLength(1 + 7 + 28);
    for (const known of ['', 'W1', 'W7', 'M1', 'M28']) expect(isPaymentSchedule(known)).toBe(true);
    for (const unknown of ['W0', 'W8', 'M0', 'M29', 'M01', 'w1', 'D', ' '])
      expect(isPaymentSchedule(unknown)).toBe(false);
    expect(() => paymentDayFrom('M31', '2026-11-15')).toThrow(RangeError);
  });

  // 15 November 2026 is a Sunday.
  // biome-ignore format: a table
  it.each([
    ['',    '2026-11-15', '2026-11-15', 'No Batch - Daily'],
    ['W7',  '2026-11-15', '2026-11-15', 'Weekly on Sunday'],
    ['W1',  '2026-11-15', '2026-11-16', 'Weekly on Monday'],
    ['W6',  '2026-11-15', '2026-11-21', 'Weekly on Saturday'],
    ['M15', '2026-11-15', '2026-11-15', 'Monthly on the 15th'],
    ['M16', '2026-11-15', '2026-11-16', 'Monthly on the 16th'],
    ['M1',  '2026-11-15', '2026-12-01', 'Monthly on the 1st'],
    ['M2',  '2026-12-15', '2027-01-02', 'Monthly on the 2nd'],
    ['M28', '2027-02-28', '2027-02-28', 'Monthly on the 28th'],
    ['M3',  '2028-02-29', '2028-03-03', 'Monthly on the 3rd'],
    ['M11', '2026-11-11', '2026-11-11', 'Monthly on the 11th'],
    ['M23', '2026-01-31', '2026-02-23', 'Monthly on the 23rd'],
  ])('%j from %s pays on %s: %s', (schedule, from, next, words) => {
    expect(paymentDayFrom(schedule, from)).toBe(next);
    expect(describeSchedule(schedule)).toBe(words);
  });

  it('pays at most a month later, never earlier, and never skips a payment day', () => {
    fc.assert(
      fc.property(schedules, days, (schedule, day) => {
        const next = paymentDayFrom(schedule, day);
        expect(daysBetween(day, next)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(day, next)).toBeLessThanOrEqual(30);
        expect(paymentDayFrom(schedule, next)).toBe(next);
        if (next > day) expect(paymentDayFrom(schedule, addDays(next, -1))).toBe(next);
      }),
    );
  });

  it('pays as often as it says', () => {
    fc.assert(
      fc.property(schedules, days, (schedule, day) => {
        const first = paymentDayFrom(schedule, day);
        const second = paymentDayFrom(schedule, addDays(first, 1));
        const apart = daysBetween(first, second);
        const expected = { '': [1, 1], W: [7, 7], M: [28, 31] }[schedule.slice(0, 1)]!;
        expect(apart).toBeGreaterThanOrEqual(expected[0]!);
        expect(apart).toBeLessThanOrEqual(expected[1]!);
      }),
    );
  });
});

describe('owed funds', () => {
  // biome-ignore format: a table
  it.each([
    ['',    '2026-11-15', '2026-11-15', true ],
    ['W1',  '2026-11-10', '2026-11-15', false],
    ['W1',  '2026-11-10', '2026-11-16', true ],
    ['W1',  '2026-11-16', '2026-11-16', true ],
    ['W1',  '2026-11-10', '2026-11-18', true ],
    ['M28', '2026-11-01', '2026-11-27', false],
    ['M28', '2026-11-01', '2026-12-05', true ],
  ])('with schedule %j since %s are due on %s: %j', (schedule, since, today, expected) => {
    expect(isDue(schedule, since, today)).toBe(expected);
  });

  it('stay due until they are paid', () => {
    fc.assert(
      fc.property(schedules, days, fc.nat({ max: 100 }), (schedule, since, later) => {
        const due = paymentDayFrom(schedule, since);
        expect(isDue(schedule, since, addDays(due, later))).toBe(true);
        expect(isDue(schedule, since, addDays(due, -1 - later))).toBe(false);
      }),
    );
  });

  it('follow the organisation’s own day: Monday in Perth comes later than in Sydney', () => {
    const moment = '2026-11-15T14:30:00.000Z';
    const dueIn = (zone: string) => isDue('W1', '2026-11-12', dayIn(zone, moment));
    expect([dueIn('Australia/Sydney'), dueIn('Australia/Perth')]).toEqual([true, false]);
  });
});
