/** A calendar day, '2026-03-31'. Carries no time and no zone, so it never shifts. */
export type Day = string;
/** A moment in UTC, '2026-03-31T01:02:03.456Z'. Sorts as text. */
export type Moment = string;

export const momentOf = (instant: Temporal.Instant): Moment => instant.toString({ fractionalSecondDigits: 3 });

export function dayIn(zone: string, moment: Moment | Temporal.Instant): Day {
  return Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString();
}

export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;
}

export const addDays = (day: Day, days: number): Day => Temporal.PlainDate.from(day).add({ days }).toString();

/** '14 November 2026', for sentences and documents. */
export const writtenDay = (day: Day, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

/** 'November 2026', of '2026-11'. */
export const writtenMonth = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  );

/** '17 November 2026 at 5:00 pm' in the zone, for sentences in messages. */
export const writtenMoment = (moment: Moment, zone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: zone }).format(new Date(moment));

export const addMinutes = (moment: Moment, minutes: number): Moment =>
  momentOf(Temporal.Instant.from(moment).add({ minutes }));

export const addSeconds = (moment: Moment, seconds: number): Moment =>
  momentOf(Temporal.Instant.from(moment).add({ seconds }));

export const wholeDaysSince = (then: Moment, now: Moment): number =>
  Math.floor((Date.parse(now) - Date.parse(then)) / 86_400_000);

/** The year that contains `day`, where years begin on the first of `startMonth`. The end is exclusive. */
export function yearStartingIn(startMonth: number, day: Day): { from: Day; until: Day } {
  const date = Temporal.PlainDate.from(day);
  const year = date.month >= startMonth ? date.year : date.year - 1;
  const from = Temporal.PlainDate.from({ year, month: startMonth, day: 1 });
  return { from: from.toString(), until: from.add({ years: 1 }).toString() };
}
