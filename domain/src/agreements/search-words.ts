import { type AgreementStatus, agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';

/**
 * Text without case, accents, macrons and punctuation: 'whangarei' finds Whangārei. The SQL function `folded` does the
 * same to the searched text.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ -/:-@[-`{-~\u00a0\u2010-\u2027]+/g, ' ')
    .trim();

/** Shorter words match only at the start of a word: elsewhere they match too much. */
const shortestInside = 3;
const mostWords = 8;

export type SearchWord = { text: string; isBeginning: boolean };

/** The words to search for. Each must occur in the address or the agent's name. */
export function searchWords(text: string): SearchWord[] {
  const words = [...new Set(folded(text).split(' ').filter(Boolean))];
  return words.slice(0, mostWords).map((word) => ({ text: word, isBeginning: word.length < shortestInside }));
}

/** The statuses whose badge contains the text. */
export function statusesNamed(text: string): AgreementStatus[] {
  const wanted = folded(text);
  if (wanted === '') return [];
  return agreementStatuses.filter((status) =>
    fundsPurposes.some((purpose) => statusLabel(status, purpose).toLowerCase().includes(wanted)),
  );
}
