import { countChanged, isFree, mergedInPlace } from '@kerb/web/features/campaigns/live-rows.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

const page = (...ids: number[]) => ({ items: ids.map((id) => ({ id, name: `old ${id}` })), totalItems: ids.length });
const fresh = (...ids: number[]) => ({ items: ids.map((id) => ({ id, name: `new ${id}` })), totalItems: 99 });
const names = ({ items }: ReturnType<typeof page>) => items.map(({ name }) => name);

describe('a page of a list after a change', () => {
  it('is the new one if its rows are in the same order', () => {
    expect(mergedInPlace(page(1, 2), fresh(1, 2))).toEqual({ shown: fresh(1, 2), isSettled: true });
  });

  it.each([
    ['a new row above', [9, 1, 2], ['new 1', 'new 2', 'old 3']],
    ['a row that is gone', [1, 3], ['new 1', 'old 2', 'new 3']],
    ['another order', [3, 1, 2], ['new 1', 'new 2', 'new 3']],
  ])('keeps its rows in their places: %s', (_, ids, expected) => {
    const { shown, isSettled } = mergedInPlace(page(1, 2, 3), fresh(...ids));
    expect(names(shown)).toEqual(expected);
    expect([isSettled, shown.totalItems]).toEqual([false, 3]);
  });

  it.each([
    ['a new row that pushes the last one out', [1, 2, 3], [9, 1, 2], [9], 1],
    ['one that is gone', [1, 2, 3], [1, 3], [2], 1],
    ['a new one, and not one that changed in its place', [1, 2], [9, 1, 2], [1, 9], 1],
    ['two that changed and moved', [1, 2, 3, 4], [3, 4, 1, 2], [3, 4, 77], 2],
    ['one that moved, and one that is new', [1, 2], [2, 9, 1], [2, 9], 2],
    ['rows that moved for a reason that nobody was told', [1, 2], [2, 1], [], 1],
  ])('counts %s', (_, before, after, changed, expected) => {
    expect(countChanged(page(...before), fresh(...after), new Set(changed))).toBe(expected);
  });
});

describe('rows', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('may move only if nobody points at them, works in them or has scrolled', () => {
    document.body.innerHTML = '<div id="box"><a href="/">Row</a></div>';
    const box = document.getElementById('box') as HTMLElement;
    expect(isFree(box)).toBe(true);
    box.querySelector('a')?.focus();
    expect(isFree(box)).toBe(false);
    (document.activeElement as HTMLElement).blur();
    vi.spyOn(box, 'matches').mockReturnValue(true);
    expect(isFree(box)).toBe(false);
    vi.restoreAllMocks();
    vi.stubGlobal('scrollY', 300);
    expect(isFree(box)).toBe(false);
  });
});
