/** The value, which the code has made sure of. A missing one is a bug, and `expected` names it in the log. */
export function must<Value>(value: Value | null | undefined, expected: string): Value {
  if (value === null || value === undefined) throw new Error(`There is no ${expected}.`);
  return value;
}
