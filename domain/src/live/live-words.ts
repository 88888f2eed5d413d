import type { LiveEvent } from '@kerb/domain/live/live.contract.ts';
import type { LiveKind, PayerStep } from '@kerb/domain/live/live-kinds.ts';

/** The words for each kind of event, in one language. */
export type PayerWords = {
  happened: Record<Exclude<LiveKind, 'payer-progress' | 'comment'>, string>;
  progressed: Record<PayerStep, (name: string) => string>;
};

/** What a payer reads when their page changes. Null if they did it themselves: their page has said so already. */
export function payerWordsOf({ kind, isOwn, payer }: LiveEvent, words: PayerWords): string | null {
  if (isOwn || kind === 'comment') return null;
  if (kind !== 'payer-progress') return words.happened[kind];
  return payer ? words.progressed[payer.step](payer.firstName) : null;
}
