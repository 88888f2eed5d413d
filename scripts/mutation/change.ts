/** One edit of a source text: the part from start to end becomes another text. */
export type Change = { start: number; end: number; becomes: string };

/** A source file with one change. If all tests still pass, none of them checks what was changed. */
export type Mutant = Change & { id: number; path: string; line: number; was: string };

export const mutatedText = (text: string, { start, end, becomes }: Change): string =>
  text.slice(0, start) + becomes + text.slice(end);
