import { moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** The private link of a person's own calendar. Its secret is not stored. */
export const calendarLink = z.object({
  createdDate: moment,
  /** When a calendar program last read it; null if none did. */
  lastUsageDate: z.nullable(moment),
});
export type CalendarLink = z.output<typeof calendarLink>;

const answer = z.object({ link: z.nullable(calendarLink) });
/** 256 random bits in base64url. In the query, because proxies log the path. */
const token = z.string().check(z.regex(/^[\w-]{43}$/));

// biome-ignore format: a table
export const calendarEndpoints = defineEndpoints({
  read: { method: 'GET',    path: '/v1/account/calendar-link', permission: 'calendar.read', summary: 'Read whether your calendar has a private link', response: answer },
  make: { method: 'POST',   path: '/v1/account/calendar-link', permission: 'calendar.change', summary: 'Make the private link of your calendar, or replace it; it is shown once', response: z.object({ url: z.string() }), proof: 'always', withoutKey: 'secret' },
  end:  { method: 'DELETE', path: '/v1/account/calendar-link', permission: 'calendar.change', summary: 'End the private link of your calendar' },
  feed: { method: 'GET',    path: '/v1/calendar.ics', permission: 'anyone', summary: 'Read the calendar of a private link', query: z.object({ token }), file: 'text/calendar', also: [304, 404, 429] },
});
