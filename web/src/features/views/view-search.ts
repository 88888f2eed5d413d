import { parseSearch, stringifySearch } from '@kerb/web/platform/search.ts';

/** Where one happens to be in a list, and under which name, is no part of a view of it. */
const passing = ['page', 'named'];

/** What a view keeps of a list's address, always in the same order, so that two can be compared. */
export function viewSearch(address: string): string {
  const kept = Object.entries(parseSearch(address)).filter(([name]) => !passing.includes(name));
  return stringifySearch(Object.fromEntries(kept.toSorted())).slice(1);
}

export const isSameView = (one: string, other: string): boolean => viewSearch(one) === viewSearch(other);

export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
