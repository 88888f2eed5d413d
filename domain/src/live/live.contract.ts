import { liveKinds, payerSteps } from '@kerb/domain/live/live-kinds.ts';
import { digits, id } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

export const liveEvent = z.object({
  kind: z.enum(liveKinds),
  /** The reader did it, perhaps in another tab. */
  isOwn: z.boolean(),
  /** Only for payer-progress: which payer did what. */
  payer: z.optional(z.object({ firstName: z.string(), step: z.enum(payerSteps) })),
  /** Only for staff, not for programs: who did it. Absent if it was the product, or an admin and the reader is none. */
  by: z.optional(z.string()),
  /** Only for staff: the labels of the fields that were changed and that the reader may see. */
  fields: z.optional(z.array(z.string())),
});
export type LiveEvent = z.output<typeof liveEvent>;

/** A sentence names so many fields. */
export const maxNamedFields = 3;

/** The first event of a stream. A page whose campaign has another version reads it again. */
export const liveOpening = z.object({ version: z.int() });

/** What happened since the Last-Event-ID that was sent; nothing without one. */
export const liveChanges = z.object({ lastEventId: z.string(), version: z.int(), items: z.array(liveEvent) });

/** Campaigns that have changed. `isMore`: others have changed too, or may have. */
export const changedCampaigns = z.object({ ids: z.array(id), isMore: z.boolean() });
export type ChangedCampaigns = z.output<typeof changedCampaigns>;

/** How far back a stream of lists can begin. A page that was away for longer reads its list again. */
export const mostSecondsBack = 60;

// biome-ignore format: a table
export const liveEndpoints = defineEndpoints({
  events: { method: 'GET', path: '/v1/agreements/{id}/events', permission: 'agreement.read', summary: 'Follow what happens to a campaign: a stream of server-sent events, or as JSON what happened since the Last-Event-ID', params: z.object({ id: digits }), response: liveChanges, stream: true },
  changed: { method: 'GET', path: '/v1/agreements/events', permission: 'dashboard.read', summary: 'Follow which of your campaigns change, for lists: a stream of server-sent events, or as JSON those of the last seconds', query: z.object({ seconds: z.optional(digits) }), response: changedCampaigns, stream: true },
});
