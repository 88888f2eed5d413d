/** Returns a value that the code knows to exist. A missing value is a bug; `expected` names it in the log. */
export function must<Value>(value: Value | null | undefined, expected: string): Value {
  if (value === null || value === undefined) throw new Error(`There is no ${expected}.`);
  return value;
}
