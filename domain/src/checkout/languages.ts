/** The languages of the payer's page. Nobody who speaks a draft has read it yet. */
// biome-ignore format: a table
export const languages = {
  en:        { name: 'English',  accepts: /^en\b/i,                                isDraft: false },
  'zh-Hans': { name: '简体中文', accepts: /^(zh|zh-hans\b.*|zh-cn|zh-sg|zh-my)$/i, isDraft: true  },
} as const;

export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as [Language, ...Language[]];
export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/** The query parameter by which a reader chooses. */
export const languageParameter = 'language';

/** The first language that a browser asks for and the page has, by the header Accept-Language. */
export function languageFor(accepted: string): Language {
  const asked = accepted
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  for (const { tag } of asked) {
    const found = languageNames.find((name) => languages[name].accepts.test(tag));
    if (found) return found;
  }
  return 'en';
}
