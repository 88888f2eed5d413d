import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';

/** The days of a year, besides Saturdays and Sundays, that the country does not count as working days. */
export type DaysOff = (year: number) => readonly Day[];

const friday = 5;

export function isWorkingDay(day: Day, daysOff: DaysOff): boolean {
  const { dayOfWeek, year } = Temporal.PlainDate.from(day);
  return dayOfWeek <= friday && !daysOff(year).includes(day);
}

/** The last of that many working days after a day. The day itself is not counted. */
export function workingDaysAfter(day: Day, workingDays: number, daysOff: DaysOff): Day {
  let last = day;
  for (let left = workingDays; left > 0; ) {
    last = addDays(last, 1);
    if (isWorkingDay(last, daysOff)) left -= 1;
  }
  return last;
}
