/** Checks whether the place is in the list, because null may be a value of the list. */
function valueAt<Value>(list: readonly Value[], place: number): Value {
  if (!(place in list)) throw new RangeError(`a list of ${list.length} has no place ${place}`);
  return list[place] as Value;
}

/** Choices that look random and are the same on every machine, so that people can refer to the demo's content. */
export type Choice = {
  /** Both ends are included. */
  whole: (from: number, to: number) => number;
  oneOf: <T>(list: readonly T[]) => T;
  /** True in the given percentage of cases. */
  chance: (percent: number) => boolean;
};

/** Mulberry32: small, well distributed, and needs only 32-bit arithmetic. */
export function seededChoice(seed: number): Choice {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    whole,
    oneOf: (list) => valueAt(list, whole(0, list.length - 1)),
    chance: (percent) => next() * 100 < percent,
  };
}

/** The values of a list in rotation: after the last one comes the first again. */
export const inTurn = <Value>(list: readonly Value[], place: number): Value => valueAt(list, place % list.length);
