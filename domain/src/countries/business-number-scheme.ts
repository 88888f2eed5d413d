/** The number under which a business is registered. It is stored as digits only. */
export type BusinessNumberScheme = {
  length: number;
  isSound: (digits: readonly number[]) => boolean;
  /** The groups of digits, and how people read them: '$1 $2'. */
  groups: RegExp;
  shape: string;
};

/** The sum of the digits, each multiplied by the weight of its place. */
export const weigh = (digits: readonly number[], weights: readonly number[]): number =>
  digits.reduce((sum, digit, place) => sum + digit * (weights[place] ?? 0), 0);
