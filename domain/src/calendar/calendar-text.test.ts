import { type CalendarEntry, calendarText, escapeText, foldLine } from '@kerb/domain/calendar/calendar-text.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const entry = (change: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: 'auction-10231@au.kerb',
  day: '2026-12-31',
  summary: 'Auction Date: 12 Wattle St, Yass (AU10231)',
  category: 'Auction Date',
  url: 'https://kerb.example/agencies/7/applications/10231',
  sequence: 3,
  lastModified: '2026-11-02T01:02:03.456Z',
  ...change,
});
const textOf = (...entries: CalendarEntry[]) =>
  calendarText({ name: 'KerbPay', productId: '-//KerbPay//Calendar 1//EN', entries });

const octets = (line: string) => [...encodeURIComponent(line).replace(/%../g, '.')].length;
const unfold = (text: string) => text.replace(/\r\n[ \t]/g, '');
const unescaped = (text: string) =>
  text.replace(/\\([\\;,nN])/g, (_, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark));

/** Any text that can be in a name: also emoji, combined marks and line breaks, without other control characters. */
const anyText = fc
  .string({ unit: 'grapheme', maxLength: 300 })
  .map((text) => [...text].filter((character) => character >= ' ' || character === '\n').join(''));

describe('the text of a calendar', () => {
  it('has whole days, a stable id, the moment of the change and its number', () => {
    expect(textOf(entry()).split('\r\n').slice(8, -2)).toEqual([
      'BEGIN:VEVENT',
      'UID:auction-10231@au.kerb',
      'DTSTAMP:20261102T010203Z',
      'LAST-MODIFIED:20261102T010203Z',
      'SEQUENCE:3',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'SUMMARY:Auction Date: 12 Wattle St\\, Yass (AU10231)',
      'CATEGORIES:Auction Date',
      'URL:https://kerb.example/agencies/7/applications/10231',
      'CLASS:PRIVATE',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]);
  });

  it('escapes every mark that has a meaning', () => {
    expect(escapeText('a\\b;c,d\ne\r\nf')).toBe('a\\\\b\\;c\\,d\\ne\\nf');
  });

  it('is read back as it was written, whatever the name is', () => {
    fc.assert(
      fc.property(anyText, (summary) => {
        const lines = unfold(textOf(entry({ summary }))).split('\r\n');
        const found = lines.filter((line) => line.startsWith('SUMMARY:'));
        expect(found).toHaveLength(1);
        expect(unescaped(found[0]!.slice('SUMMARY:'.length))).toBe(summary);
      }),
    );
  });

  it('has no line over 75 bytes, and cuts no character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = `SUMMARY:${text.replace(/[\r\n]/g, '')}`;
        const folded = foldLine(line);
        for (const part of folded.split('\r\n')) {
          expect(octets(part)).toBeLessThanOrEqual(75);
          expect(part.isWellFormed()).toBe(line.isWellFormed());
        }
        expect(unfold(folded)).toBe(line);
      }),
    );
  });

  it('ends every line with CRLF, and is the same for the same entries', () => {
    const text = textOf(entry(), entry({ uid: 'due-1@au.kerb' }));
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(textOf(entry(), entry({ uid: 'due-1@au.kerb' }))).toBe(text);
  });
});
