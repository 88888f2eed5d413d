type Text = { path: string; text: string };

/** Every sentence of a part of a catalogue. A function gets the given texts for its blanks, else a short name. */
export function textsIn(words: unknown, path = '', blanks: readonly string[] = []): Text[] {
  if (typeof words === 'string') return [{ path, text: words }];
  if (typeof words === 'function') {
    const given = Array.from({ length: words.length }, (_, place) => blanks[place] ?? 'Ann');
    return textsIn(words(...given), path, blanks);
  }
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([name, part]) => textsIn(part, path ? `${path}.${name}` : name, blanks));
}
