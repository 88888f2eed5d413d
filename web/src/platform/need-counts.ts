import { createStore } from '@kerb/web/platform/store.ts';

/** What needs the person, by group, for the navigation; null until it is known. A part that loads later keeps it. */
export const needCounts = createStore<readonly { name: string; count: number; isMore: boolean }[] | null>(null);
