import { type AgreementStatus, agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { refundPendingBadge } from '@kerb/domain/vocabulary/payment-state.ts';
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

/**
 * The parts of a status that have labels of their own: paid upfront, to be paid upfront and unpaid, being refunded, and
 * all other options.
 */
export type StatusPart = 'paid' | 'unpaid' | 'refunding' | 'others';
/** A status, whole or only some of its parts. */
export type NamedStatus = { status: AgreementStatus; part?: StatusPart };

type Part = { part: StatusPart; labels: string[] };

/** The labels are those that `statusWord` returns. */
const partsOf = (status: AgreementStatus): readonly Part[] | null =>
  status === 'approved'
    ? [
        { part: 'others', labels: [statusLabel(status, 'marketing')] },
        { part: 'paid', labels: ['Paid'] },
        { part: 'unpaid', labels: ['Awaiting Payment'] },
        // Found by their own badge, whatever their status.
        { part: 'refunding', labels: [] },
      ]
    : null;

const labelsOf = (status: AgreementStatus): string[] => fundsPurposes.map((purpose) => statusLabel(status, purpose));

/** The statuses whose word contains the text. */
export function statusesNamed(text: string): NamedStatus[] {
  const wanted = folded(text);
  if (wanted === '') return [];
  const isNamed = (labels: readonly string[]) => labels.some((label) => label.toLowerCase().includes(wanted));
  return agreementStatuses.flatMap((status): NamedStatus[] => {
    const parts = partsOf(status);
    if (!parts) return isNamed(labelsOf(status)) ? [{ status }] : [];
    const named = parts.filter(({ labels }) => isNamed(labels));
    return named.length === parts.length ? [{ status }] : named.map(({ part }) => ({ status, part }));
  });
}

/** Whether the text names the badge of a campaign whose payment is being refunded. It can have any status. */
export function namesRefund(text: string): boolean {
  const wanted = folded(text);
  return wanted.length >= shortestInside && refundPendingBadge.toLowerCase().includes(wanted);
}

/** The rest of these statuses, if the named ones are taken out. */
export function statusesNotNamed(named: readonly NamedStatus[], among: readonly AgreementStatus[]): NamedStatus[] {
  return among.flatMap((status): NamedStatus[] => {
    const found = named.filter((each) => each.status === status);
    if (found.length === 0) return [{ status }];
    if (found.some(({ part }) => !part)) return [];
    const rest = (partsOf(status) ?? []).filter(({ part }) => !found.some((each) => each.part === part));
    return rest.map(({ part }) => ({ status, part }));
  });
}
