import { liveKinds, payerSteps } from '@kerb/domain/live/live-kinds.ts';
import { digits } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

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

/** What happened since the Last-Event-ID that was sent; nothing without one. */
export const liveChanges = z.object({ lastEventId: z.string(), version: z.int(), items: z.array(liveEvent) });

// biome-ignore format: a table
export const liveEndpoints = defineEndpoints({
  events: { method: 'GET', path: '/v1/agreements/{id}/events', permission: 'agreement.read', summary: 'Follow what happens to a campaign: a stream of server-sent events, or as JSON what happened since the Last-Event-ID', params: z.object({ id: digits }), response: liveChanges, stream: true },
});
