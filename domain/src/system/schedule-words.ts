import type { Moment } from '@kerb/domain/kernel/dates.ts';

/** Where and when the schedule is read. */
type Reader = { timeZone: string; now: Moment };

/** A time in UTC by the reader's clock. It moves with daylight saving. */
function onClock(
  at: { minute: number; hour?: number; day?: number },
  { timeZone, now }: Reader,
): Temporal.ZonedDateTime {
  return Temporal.Instant.from(now).toZonedDateTimeISO('UTC').with(at).withTimeZone(timeZone);
}

const timeOf = ({ hour, minute }: Temporal.ZonedDateTime): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')}\u00a0${hour < 12 ? 'am' : 'pm'}`;

function everyHour(minute: number, reader: Reader): string {
  const past = onClock({ minute }, reader).minute;
  if (past === 0) return 'Every hour, on the hour';
  return `Every hour at ${past} minute${past === 1 ? '' : 's'} past`;
}

function onDayOfMonth(at: { minute: number; hour: number; day: number }, reader: Reader): string {
  const time = onClock(at, reader);
  return `On day ${time.day} of each month at ${timeOf(time)}`;
}

/** How often a job runs, in words. `schedule` has five cron fields in UTC, as the table of jobs. */
export function scheduleWords(schedule: string, reader: Reader): string {
  const [minutes = '', hour = '', day = '', ...rest] = schedule.split(' ');
  const step = /^\*\/(\d+)$/.exec(minutes)?.[1];
  const isNumber = (field: string) => /^\d+$/.test(field);
  const isEvery = (...fields: string[]) => [...fields, ...rest].every((field) => field === '*');
  if (isEvery(minutes, hour, day)) return 'Every minute';
  if (step !== undefined && isEvery(hour, day)) return `Every ${step} minutes`;
  const minute = Number(minutes);
  if (!isNumber(minutes)) return `${schedule} (UTC)`;
  if (isEvery(hour, day)) return everyHour(minute, reader);
  if (!isNumber(hour)) return `${schedule} (UTC)`;
  if (isEvery(day)) return `Daily at ${timeOf(onClock({ minute, hour: Number(hour) }, reader))}`;
  if (!isNumber(day) || !isEvery()) return `${schedule} (UTC)`;
  return onDayOfMonth({ minute, hour: Number(hour), day: Number(day) }, reader);
}
