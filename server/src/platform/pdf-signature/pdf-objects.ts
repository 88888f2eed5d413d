/** Reads the few parts that matter of a PDF that this product has drawn. */
export const found = (pattern: RegExp, source: string, what: string): string => {
  const match = pattern.exec(source)?.[1];
  if (match === undefined) throw new Error(`this PDF has no readable ${what}`);
  return match;
};

/** The text of an object between its brackets, in the newest update of the file. */
export function lastObjectOf(source: string, number: string | number): string {
  const all = source.matchAll(new RegExp(`(?:^|\\n)${number} 0 obj\\n<<([\\s\\S]*?)>>\\nendobj`, 'g'));
  const last = [...all].at(-1)?.[1];
  if (last === undefined) throw new Error(`this PDF has no readable object ${number}`);
  return last;
}
