/** The postcodes of each state by Australia Post, including boxes and large receivers. */
// biome-ignore format: a table
const postcodes: Record<string, readonly (readonly [from: number, to: number])[]> = {
  NSW: [[1000, 2599], [2619, 2899], [2921, 2999]],
  ACT: [[200, 299], [2600, 2618], [2900, 2920]],
  Vic: [[3000, 3999], [8000, 8999]],
  Qld: [[4000, 4999], [9000, 9999]],
  SA:  [[5000, 5999]],
  WA:  [[6000, 6999]],
  Tas: [[7000, 7999]],
  NT:  [[800, 999]],
};

/** The warning for a postcode of another state. Not an error: places near a border may have the neighbour's. */
export function postcodeWarning(state: string | null, postalCode: string | null): string | null {
  const ranges = postcodes[state ?? ''];
  if (!ranges || !/^\d{4}$/.test(postalCode ?? '')) return null;
  const number = Number(postalCode);
  if (ranges.some(([from, to]) => number >= from && number <= to)) return null;
  return `${postalCode} is not usually a postcode of ${state}. Please check.`;
}
