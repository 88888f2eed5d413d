type Rule = { pattern: RegExp; mark: string };

/** UUIDs are not redacted: our own ids identify no person, and people search the log by them. */
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;

/**
 * Personal data that a message may quote, and the mark that replaces it. The first matching rule wins, so a wider rule
 * comes after a narrower one. Quoted text is the last rule: PostgreSQL and JSON.parse quote the refused value, which
 * may be a name. Identifiers in snake_case stay readable.
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

/** Removes personal data and secrets from text before it is logged. */
export function redact(text: string): string {
  const ids = text.match(new RegExp(uuid, 'gi')) ?? [];
  return text
    .split(new RegExp(uuid, 'gi'))
    .map((part, place) => redactPart(part) + (ids[place] ?? ''))
    .join('');
}
