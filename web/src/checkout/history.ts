import type { View } from '@kerb/web/checkout/views.ts';

/** An entry of the browser's history: the view, a part of it, and how many entries of this page are before it. */
export type Entry = { view: View; part?: string; depth: number };

export const entryNow = (): Entry | null => history.state as Entry | null;

/** A new entry: the browser's Back returns to the one before. */
export const pushEntry = (view: View, part?: string): void =>
  history.pushState({ view, depth: (entryNow()?.depth ?? 0) + 1, ...(part && { part }) }, '', `#${view}`);

/** Names the entry that is there. */
export function nameEntry(view: View): void {
  const { hash, pathname, search } = window.location;
  history.replaceState({ ...entryNow(), view, depth: entryNow()?.depth ?? 0 }, '', hash || pathname + search);
}

/** Whether the browser's Back stays on this page. */
export const canGoBack = (): boolean => (entryNow()?.depth ?? 0) > 0;
