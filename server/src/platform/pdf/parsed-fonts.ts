import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

const fontFiles = { regular: 'inter-regular', strong: 'inter-semi-bold' } as const;
type FontName = keyof typeof fontFiles;

const parsed = new Map<FontName, Font>();

function parsedFont(name: FontName): Font {
  const known = parsed.get(name);
  if (known) return known;
  const font = create(readFileSync(new URL(`fonts/${fontFiles[name]}.ttf`, import.meta.url)));
  if (!('layout' in font)) throw new Error(`${fontFiles[name]} is a collection of fonts`);
  parsed.set(name, font);
  return font;
}

/**
 * The font for one document. Parsing takes most of the time of rendering, so the parsed tables are shared. The cache of
 * glyphs is new for each document: it remembers the first text that used a glyph, and that text is written to the file.
 * With a shared cache, the bytes of a document would depend on the documents before it.
 */
export const fontForDocument = (name: FontName): Font =>
  Object.create(parsedFont(name), { _glyphs: { value: {} } }) as Font;
