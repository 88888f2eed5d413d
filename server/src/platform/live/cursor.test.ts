import { type Cursor, cursorAfter, cursorOf, textOfCursor } from '@kerb/server/platform/live/cursor.ts';
import { describe, expect, it } from 'vitest';

const cursor = (floor: number, ...seen: number[]): Cursor => ({ floor, seen: new Set(seen) });
const recent = (...ids: number[]) => ids.map((id) => ({ id, isRecent: true }));
const old = (...ids: number[]) => ids.map((id) => ({ id, isRecent: false }));

describe('the cursor of a reader', () => {
  it('remembers recent entries one by one, because an earlier one may be committed later', () => {
    expect(cursorAfter(cursor(10), recent(12, 14))).toEqual(cursor(10, 12, 14));
    expect(cursorAfter(cursor(10, 12, 14), recent(13))).toEqual(cursor(10, 12, 13, 14));
  });

  it('forgets them once they are old', () => {
    expect(cursorAfter(cursor(10, 12, 14), [...old(12), ...recent(14, 15)])).toEqual(cursor(12, 14, 15));
    expect(cursorAfter(cursor(10, 12), old(12, 14))).toEqual(cursor(14));
  });

  it.each(['17', '17:19', '17:19,20,300'])('is the id of an event and back: %s', (text) => {
    expect(textOfCursor(cursorOf(text)!)).toBe(text);
  });

  it.each([undefined, '', 'x', '1:', '1:2,', '-1', '1 2', '1:2;3', '9'.repeat(16), `1:${'2,'.repeat(300)}2`])(
    'is nothing else: %s',
    (text) => {
      expect(cursorOf(text)).toBeNull();
    },
  );
});
