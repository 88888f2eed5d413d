import { addDays, type Day, type Moment } from '@kerb/domain/kernel/dates.ts';

/** An all-day entry of a calendar. */
export type CalendarEntry = {
  /** The same for the same date of the same campaign, whenever it is read. */
  uid: string;
  day: Day;
  summary: string;
  category: string;
  url: string;
  /** Goes up with each change of the campaign. */
  sequence: number;
  lastModified: Moment;
};

export type Calendar = { name: string; productId: string; entries: readonly CalendarEntry[] };

/** RFC 5545, 3.3.11: a backslash, a semicolon, a comma and a line break are escaped. */
export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r\n|\r|\n/g, '\\n');

/** The bytes of a character in UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

const mostOctets = 75;

/** RFC 5545, 3.1: a line has at most 75 bytes, and no character is cut. What follows begins with a space. */
export function foldLine(line: string): string {
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const more = octetsOf(character);
    if (octets + more > mostOctets) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += more;
  }
  return lines.join('\r\n');
}

const basicDay = (day: Day): string => day.replaceAll('-', '');
const basicMoment = (moment: Moment): string =>
  Temporal.Instant.from(moment).toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');

const linesOf = (entry: CalendarEntry): string[] => [
  'BEGIN:VEVENT',
  `UID:${entry.uid}`,
  `DTSTAMP:${basicMoment(entry.lastModified)}`,
  `LAST-MODIFIED:${basicMoment(entry.lastModified)}`,
  `SEQUENCE:${entry.sequence}`,
  `DTSTART;VALUE=DATE:${basicDay(entry.day)}`,
  `DTEND;VALUE=DATE:${basicDay(addDays(entry.day, 1))}`,
  `SUMMARY:${escapeText(entry.summary)}`,
  `CATEGORIES:${escapeText(entry.category)}`,
  `URL:${entry.url}`,
  'CLASS:PRIVATE',
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

/** A calendar as RFC 5545 writes it. The same entries make the same text, so that its hash is a tag. */
export function calendarText({ name, productId, entries }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${productId}`,
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT4H',
    'X-PUBLISHED-TTL:PT4H',
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}
