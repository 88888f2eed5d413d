import { digits } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** What happened to a campaign, in a reader's words. */
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
  'changed',
] as const;
export type LiveKind = (typeof liveKinds)[number];

export const payerSteps = ['submitted', 'signed'] as const;
export type PayerStep = (typeof payerSteps)[number];

export const liveEvent = z.object({
  kind: z.enum(liveKinds),
  /** The reader did it, perhaps in another tab. */
  isOwn: z.boolean(),
  /** Only for payer-progress: which payer did what. */
  payer: z.optional(z.object({ firstName: z.string(), step: z.enum(payerSteps) })),
});
export type LiveEvent = z.output<typeof liveEvent>;

/** The first event of a stream. A page whose campaign has another version reads it again. */
export const liveOpening = z.object({ version: z.int() });

/** The names of the events of a stream that are no changes. */
export const openingName = 'open';
export const endName = 'end';

/** What happened since the Last-Event-ID that was sent; nothing without one. */
export const liveChanges = z.object({ lastEventId: z.string(), version: z.int(), items: z.array(liveEvent) });

export const lastEventIdHeader = 'last-event-id';
export const eventStreamType = 'text/event-stream';

// biome-ignore format: a table
export const liveEndpoints = defineEndpoints({
  events: { method: 'GET', path: '/v1/agreements/{id}/events', permission: 'agreement.read', summary: 'Follow what happens to a campaign: a stream of server-sent events, or as JSON what happened since the Last-Event-ID', params: z.object({ id: digits }), response: liveChanges, stream: true },
});
