import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The modules as a page has them after it is loaded. */
async function loaded(userId: number) {
  vi.resetModules();
  const { keepStateOf } = await import('@kerb/web/platform/saved-state.ts');
  keepStateOf(userId);
  return import('@kerb/web/features/loans/saved-recently.ts');
}

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.useRealTimers());

describe('a finance card that was just saved', () => {
  it('is remembered after a reload, for this user and this campaign', async () => {
    (await loaded(7)).rememberSave(10231);
    const { wasSavedRecently } = await loaded(7);
    expect(wasSavedRecently(10231)).toBe(true);
    expect(wasSavedRecently(10232)).toBe(false);
    expect((await loaded(8)).wasSavedRecently(10231)).toBe(false);
  });

  it('is forgotten after ten minutes', async () => {
    const { rememberSave, wasSavedRecently } = await loaded(7);
    vi.useFakeTimers();
    rememberSave(10231);
    vi.advanceTimersByTime(10 * 60_000 - 1);
    expect(wasSavedRecently(10231)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(wasSavedRecently(10231)).toBe(false);
  });
});
