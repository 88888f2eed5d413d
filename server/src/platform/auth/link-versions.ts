/**
 * The version of a Payment URL has two parts: the number of the key that it is derived from, and a count of the links
 * of its payer. Versions from before keys had numbers have only the count.
 */
export const mostLinks = 100_000;

export const keyNumberOf = (version: number): number => Math.floor(version / mostLinks);

/** The version after another one, with the newest key. */
export const versionAfter = (version: number, keyNumber: number): number =>
  keyNumber * mostLinks + (version % mostLinks) + 1;
