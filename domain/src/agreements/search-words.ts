import { type AgreementStatus, agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { fundsPurposes } from '@kerb/domain/vocabulary/value-lists.ts';

/**
 * Words without case, accents, macrons and punctuation: 'whangarei' finds Whangārei. The database keeps what is
 * searched folded in the same way.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ -/:-@[-`{-~\u00a0\u2010-\u2027]+/g, ' ')
    .trim();

/** Shorter than this, a word is looked for at the beginnings of words only: anywhere else it says nothing. */
const shortestInside = 3;
const mostWords = 8;

export type SearchWord = { text: string; isBeginning: boolean };

/** What is looked for: every one of these words, in the address or the agent's name. */
export function searchWords(text: string): SearchWord[] {
  const words = [...new Set(folded(text).split(' ').filter(Boolean))];
  return words.slice(0, mostWords).map((word) => ({ text: word, isBeginning: word.length < shortestInside }));
}

/** The statuses that a text names by part of the words on their badges. */
export function statusesNamed(text: string): AgreementStatus[] {
  const wanted = folded(text);
  if (wanted === '') return [];
  return agreementStatuses.filter((status) =>
    fundsPurposes.some((purpose) => statusLabel(status, purpose).toLowerCase().includes(wanted)),
  );
}
