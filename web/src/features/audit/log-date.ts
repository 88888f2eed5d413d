import type { Moment } from '@kerb/domain/kernel/dates.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return `${day}th`;
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`;
}

/** 'Tue 3rd Nov 26, 9:05 am': the log's own style, in the given time zone. */
export function logDate(moment: Moment, zone: string): string {
  const { dayOfWeek, day, month, year, hour, minute } = Temporal.Instant.from(moment).toZonedDateTimeISO(zone);
  const date = `${weekdays[dayOfWeek - 1]} ${ordinal(day)} ${months[month - 1]} ${String(year % 100).padStart(2, '0')}`;
  return `${date}, ${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}
