import type { LiveEvent } from '@kerb/domain/live/live.contract.ts';
import { type LiveKind, liveKinds, type PayerStep, type StaffOnlyKind } from '@kerb/domain/live/live-kinds.ts';

/** The words for each kind of event, in one language. */
export type PayerWords = {
  happened: Record<Exclude<LiveKind, 'payer-progress' | StaffOnlyKind>, string>;
  progressed: Record<PayerStep, (name: string) => string>;
};

// biome-ignore format: a table
const staffOnly: Record<StaffOnlyKind, true> = { comment: true, payers: true, options: true, property: true };
const isStaffOnly = (kind: LiveKind): kind is StaffOnlyKind => Object.hasOwn(staffOnly, kind);

/** What a payer reads when their page changes. Null if they did it themselves: their page has said so already. */
export function payerWordsOf({ kind, isOwn, payer }: LiveEvent, words: PayerWords): string | null {
  if (isOwn || isStaffOnly(kind)) return null;
  if (kind !== 'payer-progress') return words.happened[kind];
  return payer ? words.progressed[payer.step](payer.firstName) : null;
}

/** The most telling event of several: the kinds are in this order. */
export const mostTelling = <Event extends LiveEvent>(events: readonly Event[]): Event | undefined =>
  events.toSorted((a, b) => liveKinds.indexOf(a.kind) - liveKinds.indexOf(b.kind))[0];
