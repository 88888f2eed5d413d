import { inflateSync } from 'node:zlib';

/** Reads the text of our own PDFs: only as much of the format as our embedded fonts need. */

type Objects = Map<number, { head: string; stream: string }>;

function objectsOf(file: string): Objects {
  const objects: Objects = new Map();
  for (const match of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', raw] = (match[2] ?? '').split(/stream\n/);
    const bytes = raw === undefined ? null : Buffer.from(raw.replace(/\nendstream$/, ''), 'latin1');
    const stream = bytes && head.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : '';
    objects.set(Number(match[1]), { head, stream });
  }
  return objects;
}

const fromUtf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The letters of each glyph of an embedded font. */
function lettersOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    const each = [...list.matchAll(/<([\w ]*)>/g)].map((match) => fromUtf16((match[1] ?? '').replaceAll(' ', '')));
    for (const [offset, text] of each.entries()) letters.set(Number.parseInt(first, 16) + offset, text);
  }
  return letters;
}

const referenceTo = (head: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? 0);

/** The letters by font name, such as F1. */
function fontsOf(objects: Objects): Map<string, Map<number, string>> {
  const named = [...objects.values()].flatMap(({ head }) => [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    named.map(([, name = '', id]) => {
      const unicode = objects.get(referenceTo(objects.get(Number(id))?.head ?? '', 'ToUnicode'));
      return [name, lettersOf(unicode?.stream ?? '')];
    }),
  );
}

function textOfPage(content: string, fonts: Map<string, Map<number, string>>): string {
  let letters = new Map<number, string>();
  const lines: string[] = [];
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font) letters = fonts.get(font) ?? new Map();
    else {
      const glyphs = [...(shown ?? '').matchAll(/<(\w*)>/g)].map((match) => match[1]).join('');
      lines.push((glyphs.match(/\w{4}/g) ?? []).map((glyph) => letters.get(Number.parseInt(glyph, 16)) ?? '').join(''));
    }
  }
  return lines.join('\n');
}

/** The text of each page, one line for each written piece. */
export function pdfPages(file: Buffer): string[] {
  const objects = objectsOf(file.toString('latin1'));
  const fonts = fontsOf(objects);
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages.map(({ head }) => textOfPage(objects.get(referenceTo(head, 'Contents'))?.stream ?? '', fonts));
}

/** All text as one line. */
export const pdfText = (file: Buffer): string => pdfPages(file).join('\n').replace(/\s+/g, ' ').trim();
