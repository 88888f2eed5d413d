import { refusedFor } from '@kerb/server/platform/files/refused-file.ts';

/** Parts that run, embed or fetch something, by their name in the archive. */
// biome-ignore format: a table
const activeParts = [
  /(^|[/\\])vbaProject\.bin$/i,
  /(^|[/\\])vbaData\.xml$/i,
];
// biome-ignore format: a table
const embeddingParts = [
  /(^|[/\\])activeX[/\\]/i,
  /(^|[/\\])embeddings[/\\]/i,
  /(^|[/\\])macrosheets[/\\]/i,
  /(^|[/\\])connections\.xml$/i,
];

/** An entry can have two names: the decoded one and the one that an extra field replaces. */
export function checkPartName(names: readonly string[]): void {
  const isOne = (patterns: readonly RegExp[]) => names.some((name) => patterns.some((pattern) => pattern.test(name)));
  if (isOne(activeParts)) throw refusedFor('macros');
  if (isOne(embeddingParts)) throw refusedFor('activeOffice');
}

export const isTextPart = (name: string): boolean => /\.(xml|rels|vml)$/i.test(name);

const declaredEncoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/i;

function encodingOf([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return (first === 0xff && second === 0xfe) || second === 0 ? 'utf-16le' : 'utf-8';
}

/** The part as text. A part in an encoding that we do not read is refused, because it could hide anything. */
function textOf(bytes: Buffer): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  const declared = declaredEncoding.exec(text)?.[1];
  if (declared !== undefined && !/^(utf-?8|utf-?16(le|be)?|us-ascii)$/i.test(declared)) throw refusedFor('badDocument');
  return text;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The value of an attribute or the text of an element, with its entities replaced. */
const decoded = (value: string): string =>
  value.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return named[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });

/** A quoted value may contain '>', so the pattern steps over quotes. */
const relationship = /<(?:\w+:)?Relationship\b((?:[^>"']|"[^"]*"|'[^']*')*)>/g;
const attribute = /([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name, a, b]) => [name, decoded(a ?? b ?? '').trim()]),
  );
}

/** Only a link that a person clicks may lead out of the document. */
function checkRelationships(text: string): void {
  for (const [, inside = ''] of text.matchAll(relationship)) {
    const { TargetMode = '', Type = '' } = attributesOf(inside);
    if (/^external$/i.test(TargetMode) && !/\/hyperlink$/i.test(Type)) throw refusedFor('activeOffice');
  }
}

const instruction = /<(?:\w+:)?instrText\b[^>]*>([^<]*)|\binstr\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const fetching = /\bDDE(AUTO)?\b|\bINCLUDE(PICTURE|TEXT)\s+\\?["“]?\s*(https?|ftp|file|\\\\)/i;
const cellCommand = /<(?:\w+:)?f\b[^>]*>[^<]*\|[^<]*!/;

/** Fields that start a program or fetch something. Word joins an instruction that is split over several parts. */
function checkInstructions(text: string): void {
  const written = [...text.matchAll(instruction)].map(([, inText, a, b]) => decoded(inText ?? a ?? b ?? '')).join('');
  if (fetching.test(written) || cellCommand.test(text)) throw refusedFor('activeOffice');
}

const activeTypes = /vbaProject|macroEnabled|oleObject|activeX/i;

/** Checks a text part of a Word or Excel document. Nothing is parsed as XML, so that nothing in it can be run. */
export function checkTextPart(name: string, bytes: Buffer): void {
  const text = textOf(bytes);
  if (/<!DOCTYPE/i.test(text)) throw refusedFor('activeOffice');
  if (/\.rels$/i.test(name)) checkRelationships(text);
  if (/\[Content_Types\]\.xml$/i.test(name) && activeTypes.test(decoded(text))) throw refusedFor('activeOffice');
  if (/externalLinks[/\\]/i.test(name) && /<(?:\w+:)?(ddeLink|oleLink)\b/.test(text)) throw refusedFor('activeOffice');
  checkInstructions(text);
}
