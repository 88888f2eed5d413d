/** Markup that may be sent as it is. A template escapes everything else. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type { Html };

export type Part = Html | string | number | false | null | undefined | readonly Part[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  if (part === null || part === undefined || part === false) return '';
  return String(part).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Attributes must be in double quotes: an unquoted one is unsafe, however its value is escaped. */
export function html(words: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(words.map((word, place) => word + textOf(parts[place])).join(''));
}

/** JSON data for scripts. A script element ends at the first `</script`, so `<` is escaped. */
export const asScriptData = (id: string, value: unknown): Html =>
  new Html(`<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);
