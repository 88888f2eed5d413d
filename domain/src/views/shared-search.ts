/** The text that a person searches for is often a payer's name, and not everybody in the team may see that payer. */
const unshared = 'textQuery';

/** The part of a view's search that a team shares. */
export const sharedSearch = (search: string): string =>
  search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part.split('=')[0] !== unshared)
    .join('&');
