/**
 * What happened to a campaign, in a reader's words, the most telling first. The payer's page has no schemas, so they
 * are in another file.
 */
export const liveKinds = [
  'approved',
  'information-requested',
  'declined',
  'cancelled',
  'submitted',
  'signed',
  'live',
  'withdrawn',
  'settling',
  'complete',
  'payment',
  'documents',
  'details-changed',
  'payer-progress',
  'comment',
  'payers',
  'options',
  'property',
  'changed',
] as const;
export type LiveKind = (typeof liveKinds)[number];

/** Only staff are told of these kinds. For a payer a change of the property is a change of the campaign. */
export type StaffOnlyKind = 'comment' | 'payers' | 'options' | 'property';

export const payerSteps = ['submitted', 'signed'] as const;
export type PayerStep = (typeof payerSteps)[number];

/** The names of the events of a stream that are no changes. */
export const openingName = 'open';
export const endName = 'end';

export const lastEventIdHeader = 'last-event-id';
export const eventStreamType = 'text/event-stream';
