import { parseSearch, stringifySearch } from '@kerb/web/platform/search.ts';

/** The page, the view's name and whose view it is are not part of a view. */
const passing = ['page', 'named', 'ofTeam'];

/** The part of a list's address that a view stores, always in the same order, so that two can be compared. */
export function viewSearch(address: string): string {
  const kept = Object.entries(parseSearch(address)).filter(([name]) => !passing.includes(name));
  return stringifySearch(Object.fromEntries(kept.toSorted())).slice(1);
}

export const isSameView = (one: string, other: string): boolean => viewSearch(one) === viewSearch(other);

export const isSameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();
