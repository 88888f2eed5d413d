import { en, type Words } from '@kerb/web/checkout/words/en.ts';

/** The words of the page. A second language is chosen here. */
export const words: Words = en;
