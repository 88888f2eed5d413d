import type { DaysOff } from '@kerb/domain/countries/working-days.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';

/**
 * The definition of 'working day' of the Legislation Act 2019, section 13, which the Credit Contracts and Consumer
 * Finance Act 2003 shares. Anniversary days of the provinces are working days.
 */

/** Matariki, by the schedule of Te Kāhui o Matariki Public Holiday Act 2022. The schedule ends with 2052. */
// biome-ignore format: a table
const matariki: readonly Day[] = [
  '2022-06-24', '2023-07-14', '2024-06-28', '2025-06-20', '2026-07-10', '2027-06-25', '2028-07-14', '2029-07-06',
  '2030-06-21', '2031-07-11', '2032-07-02', '2033-06-24', '2034-07-07', '2035-06-29', '2036-07-18', '2037-07-10',
  '2038-06-25', '2039-07-15', '2040-07-06', '2041-07-19', '2042-07-11', '2043-07-03', '2044-06-24', '2045-07-07',
  '2046-06-29', '2047-07-19', '2048-07-03', '2049-06-25', '2050-07-15', '2051-06-30', '2052-06-21',
];

const dateOf = (year: number, month: number, day: number) => Temporal.PlainDate.from({ year, month, day });
const [monday, friday, saturday, sunday] = [1, 5, 6, 7];

function nthMonday(nth: number, year: number, month: number): Temporal.PlainDate {
  const first = dateOf(year, month, 1);
  return first.add({ days: ((monday - first.dayOfWeek + 7) % 7) + 7 * (nth - 1) });
}

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
function easterSunday(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const corrected = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + corrected + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const place = epact + weekday - 7 * late + 114;
  return dateOf(year, Math.floor(place / 31), (place % 31) + 1);
}

/** The day, and the following Monday if the day is a Saturday or a Sunday. */
const mondayised = (date: Temporal.PlainDate): Temporal.PlainDate[] =>
  date.dayOfWeek < saturday ? [date] : [date, date.add({ days: 8 - date.dayOfWeek })];

/** The days that follow 2 January as days off, by the weekday of 1 January. */
// biome-ignore format: a table
const afterNewYear: Record<number, readonly number[]> = {
  [friday]:   [4],    // the Monday
  [saturday]: [3, 4], // the Monday and the Tuesday
  [sunday]:   [2, 3],
};

function newYear(year: number): Temporal.PlainDate[] {
  const { dayOfWeek } = dateOf(year, 1, 1);
  return [1, 2, ...(afterNewYear[dayOfWeek] ?? [])].map((day) => dateOf(year, 1, day));
}

const christmas = (year: number): Temporal.PlainDate[] =>
  [25, 26, 27, 28, 29, 30, 31].map((day) => dateOf(year, 12, day));

const daysOffIn = (year: number): readonly Day[] => [
  ...[
    ...newYear(year),
    ...mondayised(dateOf(year, 2, 6)), // Waitangi Day
    easterSunday(year).subtract({ days: 2 }), // Good Friday
    easterSunday(year).add({ days: 1 }), // Easter Monday
    ...mondayised(dateOf(year, 4, 25)), // Anzac Day
    nthMonday(1, year, 6), // the Sovereign's birthday
    nthMonday(4, year, 10), // Labour Day
    ...christmas(year),
  ].map(String),
  ...matariki.filter((day) => day.startsWith(`${year}-`)),
];

const known = new Map<number, readonly Day[]>();

export const newZealandDaysOff: DaysOff = (year) => {
  const days = known.get(year) ?? daysOffIn(year);
  known.set(year, days);
  return days;
};
