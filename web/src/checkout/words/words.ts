import type { Words } from '@kerb/web/checkout/words/en.ts';

/** The words of the page, in the reader's language. Known before anything is drawn; read it only while drawing. */
export let words: Words;

/** Translations that are loaded together with a later part of the page, by the English text. */
export const learned: Record<string, string> = {};

/** The server draws one page after the other, so one catalogue at a time is enough there too. */
export function speak(catalogue: Words): void {
  words = catalogue;
}
