import { type BookPeriod, bookDayFor, decideClose, decideReopen, openFrom } from '@kerb/domain/books/periods.ts';
import { addDays } from '@kerb/domain/kernel/dates.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const period = (id: number, lastDay: string, more: Partial<BookPeriod> = {}): BookPeriod => ({
  id,
  firstDay: null,
  lastDay,
  closedByUserId: 1,
  isExported: false,
  ...more,
});
const closed = [period(1, '2026-09-30'), period(2, '2026-10-31')];
const facts = { today: '2026-11-17', open: '2026-11-01', unposted: 0 };

describe('closing a period', () => {
  it('begins the day after the last closed one, and ends before today', () => {
    expect(decideClose('2026-11-16', facts)).toMatchObject({
      ok: true,
      value: { firstDay: '2026-11-01', lastDay: '2026-11-16' },
    });
    expect(decideClose('2026-10-01', { ...facts, open: null })).toMatchObject({ ok: true, value: { firstDay: null } });
    for (const lastDay of ['2026-11-17', '2026-12-01', '2026-10-31']) {
      expect(decideClose(lastDay, facts).ok, lastDay).toBe(false);
    }
  });

  it('waits for the interest of its days', () => {
    expect(decideClose('2026-11-16', { ...facts, unposted: 2 })).toMatchObject({
      ok: false,
      because: 'The interest of 2 loans is not posted until this day yet. Try again later.',
    });
  });
});

describe('opening a period again', () => {
  it('is for the last one only, by another admin, and before it is exported', () => {
    expect(decideReopen(closed[1]!, { closed, userId: 2 }).ok).toBe(true);
    expect(decideReopen(closed[0]!, { closed, userId: 2 }).ok).toBe(false);
    expect(decideReopen(closed[1]!, { closed, userId: 1 }).ok).toBe(false);
    const exported = { ...closed[1]!, isExported: true };
    expect(decideReopen(exported, { closed: [closed[0]!, exported], userId: 2 }).ok).toBe(false);
  });
});

describe('the day of a posting', () => {
  it('is never closed, and its own day if that is open', () => {
    const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days));
    fc.assert(
      fc.property(day, fc.array(day, { maxLength: 4 }), (own, ends) => {
        const open = openFrom(ends.map((lastDay) => ({ lastDay })));
        const on = bookDayFor(own, open);
        expect(ends.every((lastDay) => on > lastDay)).toBe(true);
        if (ends.every((lastDay) => own > lastDay)) expect(on).toBe(own);
      }),
    );
  });
});
