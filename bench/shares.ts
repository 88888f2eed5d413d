/** A value and the share of campaigns that have it, in per cent. */
export type Shares = readonly (readonly [value: string, share: number])[];

/** SQL that picks a value by a number from 0 to 1, as often as its share says. */
export function pickBy(number: string, shares: Shares): string {
  const total = shares.reduce((sum, [, share]) => sum + share, 0);
  let reached = 0;
  const cases = shares.map(([value, share]) => {
    reached += share;
    return `when ${number} < ${reached / total} then ${value}`;
  });
  return `case ${cases.join(' ')} else ${shares.at(-1)?.[0]} end`;
}
