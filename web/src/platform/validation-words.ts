import { wordsFor } from '@kerb/domain/wire/issue-words.ts';
import * as z from 'zod/mini';

/** jitless: the page's content security policy forbids eval. */
export const setValidationWords = (): void => {
  z.config({ localeError: wordsFor, jitless: true });
};
