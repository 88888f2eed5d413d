import { type Day, dayIn, daysBetween, type Moment } from '@kerb/domain/kernel/dates.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

const isDay = (value: Day | Moment): boolean => value.length === 10;

/** The calendar day in the country's time zone. */
export const dayOf = (value: Day | Moment): Day =>
  isDay(value) ? value : dayIn(countryRules().defaultTimeZone, value);

const formats = new Map<string, Intl.DateTimeFormat>();
function format(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const made = formats.get(name) ?? new Intl.DateTimeFormat('en-GB', options);
  formats.set(name, made);
  return made;
}

const atNoon = (day: Day): Date => new Date(`${day}T12:00:00Z`);

/** 'Tue 14 Nov 2026': abbreviated months of equal length, without a locale's commas. */
export function longDay(value: Day | Moment): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return shortSeptember(format('long', options).format(atNoon(dayOf(value)))).replaceAll(',', '');
}

/** '14 Nov 2026', for tables. */
export function shortDay(value: Day | Moment): string {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return shortSeptember(format('short', options).format(atNoon(dayOf(value))));
}

const shortSeptember = (text: string): string => text.replace('Sept', 'Sep');

/** '9:05 am', in the country's time zone. */
export function timeOfDay(moment: Moment): string {
  const timeZone = countryRules().defaultTimeZone;
  const options = { hour: 'numeric', minute: '2-digit', hour12: true, timeZone } as const;
  return format(`time ${timeZone}`, options).format(new Date(moment)).toLowerCase();
}

/** The full date and time, for the hover text. */
export const exactly = (value: Day | Moment): string =>
  isDay(value) ? longDay(value) : `${longDay(value)}, ${timeOfDay(value)} (${countryRules().defaultTimeZone})`;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** 'today', 'in 3 days', '2 months ago'. */
export function fromNow(value: Day | Moment, today: Day): string {
  const days = daysBetween(today, dayOf(value));
  if (Math.abs(days) < 31) return relative.format(days, 'day');
  if (Math.abs(days) < 365) return relative.format(Math.trunc(days / 30.44), 'month');
  return relative.format(Math.trunc(days / 365.25), 'year');
}
