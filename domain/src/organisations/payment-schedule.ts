import { addDays, type Day } from '@kerb/domain/kernel/dates.ts';

type Rhythm =
  | { every: 'day' }
  /** 1 is Monday. */
  | { every: 'week'; on: number }
  /** At most 28, a day that every month has. */
  | { every: 'month'; on: number };

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const mostMonthDays = 28;
const upTo = (most: number) => Array.from({ length: most }, (_, place) => place + 1);

/** When an organisation is paid: '' daily, W and a weekday, or M and a day of the month. */
export type PaymentSchedule = string;
export const dailySchedule: PaymentSchedule = '';
export const paymentSchedules: readonly PaymentSchedule[] = [
  dailySchedule,
  ...upTo(weekdays.length).map((day) => `W${day}`),
  ...upTo(mostMonthDays).map((day) => `M${day}`),
];
export const isPaymentSchedule = (text: string): boolean => paymentSchedules.includes(text);

function rhythmOf(schedule: PaymentSchedule): Rhythm {
  if (!isPaymentSchedule(schedule)) throw new RangeError(`no payment schedule: ${schedule}`);
  if (schedule === dailySchedule) return { every: 'day' };
  return { every: schedule.startsWith('W') ? 'week' : 'month', on: Number(schedule.slice(1)) };
}

/** The first payment day on or after a day. */
export function paymentDayFrom(schedule: PaymentSchedule, day: Day): Day {
  const rhythm = rhythmOf(schedule);
  if (rhythm.every === 'day') return day;
  const date = Temporal.PlainDate.from(day);
  if (rhythm.every === 'week') return addDays(day, (rhythm.on - date.dayOfWeek + 7) % 7);
  const inMonth = date.with({ day: rhythm.on });
  return (date.day <= rhythm.on ? inMonth : inMonth.add({ months: 1 })).toString();
}

/** Whether funds owed since a day are due: a payment day has come since then, today or earlier. */
export const isDue = (schedule: PaymentSchedule, owedSince: Day, today: Day): boolean =>
  paymentDayFrom(schedule, owedSince) <= today;

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (number: number): string => `${number}${endings[ordinals.select(number)] ?? 'th'}`;

export function describeSchedule(schedule: PaymentSchedule): string {
  const rhythm = rhythmOf(schedule);
  if (rhythm.every === 'day') return 'No Batch - Daily';
  if (rhythm.every === 'week') return `Weekly on ${weekdays[rhythm.on - 1]}`;
  return `Monthly on the ${ordinal(rhythm.on)}`;
}
