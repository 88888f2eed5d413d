import type { LiveEvent } from '@kerb/domain/live/live.contract.ts';
import type { LiveKind, PayerStep } from '@kerb/domain/live/live-kinds.ts';

// biome-ignore format: a table
export const livePayerWords: Record<Exclude<LiveKind, 'payer-progress'>, string> = {
  approved:                'Your campaign has been approved.',
  'information-requested': 'We need more information from you. This page says what.',
  declined:                'We could not approve this application.',
  cancelled:               'This campaign has been cancelled.',
  submitted:               'The application has been submitted.',
  signed:                  'Everybody has signed.',
  live:                    'Your campaign is live.',
  withdrawn:               'Your property has been withdrawn from sale.',
  settling:                'Your property is waiting to settle.',
  complete:                'This campaign is complete.',
  payment:                 'A payment has been recorded.',
  documents:               'The documents of this campaign have changed.',
  'details-changed':       'Your details have been changed.',
  changed:                 'This campaign has been changed. You see the new version.',
};

const stepWords: Record<PayerStep, string> = {
  submitted: 'has submitted the application',
  signed: 'has signed',
};

/** What a payer reads when their page changes. Null if they did it themselves: their page has said so already. */
export function payerWordsOf({ kind, isOwn, payer }: LiveEvent): string | null {
  if (isOwn) return null;
  if (kind !== 'payer-progress') return livePayerWords[kind];
  return payer ? `${payer.firstName} ${stepWords[payer.step]}.` : null;
}
