/** Markup that may be sent as it is. Everything else that meets a template is text, and is escaped. */
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
  return String(part).replace(/[&<>"']/g, (sign) => entities[sign]!);
}

/** Attributes stand in double quotes, always: an unquoted one is not safe however its value is escaped. */
export function html(words: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(words.map((word, place) => word + textOf(parts[place])).join(''));
}

/** For scripts to read. Such an element ends at the first `</script`, whatever it holds. */
export const asScriptData = (id: string, value: unknown): Html =>
  new Html(`<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);
