type Rule = { pattern: RegExp; mark: string };

/** Kept whole: an id of ours, which names no person and is what a log is searched by. */
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;

/**
 * What a message may quote of a person, and the mark that replaces it. The first rule that fits wins, so a wider rule
 * stands below a narrower one. Quoted text is last resort: PostgreSQL and JSON.parse quote the value that they refuse,
 * which may be a name. Identifiers in snake_case stay readable.
 */
// biome-ignore format: a table
const rules: readonly Rule[] = [
  { mark: '//[credentials]@', pattern: /\/\/[^\s/@"']+:[^\s/@"']*@/g },
  { mark: '[email]',          pattern: /[\w.%+'-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g },
  { mark: '[query]',          pattern: /(?<=:\/\/[^\s?#"']*)[?#][^\s"')]+/g },
  { mark: '[token]',          pattern: /\beyJ[\w-]+(?:\.[\w-]*){1,4}/g },
  { mark: '[token]',          pattern: /\b(?:bearer|basic)\s+[\w.~+/=-]+/gi },
  { mark: '[token]',          pattern: /\b(?:[rsp]k_(?:test|live)|whsec|tok|pm|pi|cus)_\w+/g },
  { mark: '[token]',          pattern: /\b(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,}=*/g },
  { mark: '[token]',          pattern: /\b[0-9a-f]{32,}\b/gi },
  { mark: '[date]',           pattern: /\b(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:3[01]|[12]\d|0?[1-9])(?!\d)/g },
  { mark: '[date]',           pattern: /\b(?:3[01]|[12]\d|0?[1-9])([-/.])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d\b/g },
  { mark: '[card]',           pattern: /\b\d(?:[ -]?\d){12,18}\b/g },
  { mark: '[phone]',          pattern: /(?:\+|\b0)\(?\d(?:[ .()-]{0,2}\d){6,13}\b/g },
  { mark: '[digits]',         pattern: /\d(?:[ -]?\d){5,}/g },
  { mark: '"[quoted]"',       pattern: /"(?![a-z]+(?:_[a-z0-9]+)+")[^"[]+"/g },
];

const redactPart = (text: string): string =>
  rules.reduce((redacted, { pattern, mark }) => redacted.replace(pattern, mark), text);

/** Takes personal data and secrets out of text that is about to be logged. */
export function redact(text: string): string {
  const ids = text.match(new RegExp(uuid, 'gi')) ?? [];
  return text
    .split(new RegExp(uuid, 'gi'))
    .map((part, place) => redactPart(part) + (ids[place] ?? ''))
    .join('');
}
