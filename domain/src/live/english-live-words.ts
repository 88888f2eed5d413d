import type { PayerWords } from '@kerb/domain/live/live-words.ts';

/** What a payer reads when their page changes. Apart from the rule, so that a reader of another language loads none. */
// biome-ignore format: a table
export const englishPayerWords: PayerWords = {
  happened: {
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
  },
  progressed: {
    submitted: (name) => `${name} has submitted the application.`,
    signed:    (name) => `${name} has signed.`,
  },
};
