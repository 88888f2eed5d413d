import type { Language } from '@kerb/domain/checkout/languages.ts';
import { speakOfLoans } from '@kerb/web/checkout/words/loan-words.ts';
import { learned, speak } from '@kerb/web/checkout/words/words.ts';

type Loading = Record<'first' | 'later', () => Promise<void>>;

/** Only the catalogue of the reader's language is loaded. The server names its file in the page, to be loaded early. */
const loaders: Record<Language, Loading> = {
  en: {
    first: async () => speak((await import('@kerb/web/checkout/words/en.ts')).en),
    later: async () => speakOfLoans((await import('@kerb/web/checkout/words/en-repaying.ts')).repaying),
  },
  'zh-Hans': {
    first: async () => speak((await import('@kerb/web/checkout/words/zh-hans/catalogue.ts')).catalogue),
    later: async () => {
      speakOfLoans((await import('@kerb/web/checkout/words/zh-hans/repaying.ts')).repaying);
      Object.assign(learned, (await import('@kerb/web/checkout/words/zh-hans/said-later.ts')).saidLater);
    },
  },
};

let language: Language = 'en';

/** The words of the first load. */
export function loadWords(chosen: Language): Promise<void> {
  language = chosen;
  return loaders[chosen].first();
}

/** What the later parts need besides, in the same language. */
export const loadLaterWords = (): Promise<void> => loaders[language].later();
