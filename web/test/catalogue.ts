type Text = { path: string; text: string };

/** Every sentence of a part of a catalogue. A function is called with a short name for each blank. */
export function textsIn(words: unknown, path = ''): Text[] {
  if (typeof words === 'string') return [{ path, text: words }];
  if (typeof words === 'function') return textsIn(words(...Array.from({ length: words.length }, () => 'Ann')), path);
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([name, part]) => textsIn(part, path ? `${path}.${name}` : name));
}
