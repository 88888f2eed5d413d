import { eventBody, type WebhookEvent, webhookEvents } from '@kerb/domain/webhooks/campaign-events.ts';
import { digits, fromOne, moment, queryList } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

const eventQuery = z.object({
  tenantId: z.optional(digits),
  since: z.optional(moment),
  cursor: syncQuery.cursor,
  perPage: z._default(fromOne, 100),
  type: z.optional(queryList(webhookEvents as [WebhookEvent, ...WebhookEvent[]])),
});
export type EventQuery = z.output<typeof eventQuery>;

/** A page of the feed. The cursor also goes on after its last event. */
export const eventPage = z.object({ items: z.array(eventBody), nextCursor: z.string(), hasMore: z.boolean() });
export type EventPage = z.output<typeof eventPage>;

// biome-ignore format: a table
export const eventEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/v1/events', permission: 'webhook.read', summary: 'List the events of the last 30 days, as webhooks get them', query: eventQuery, response: eventPage, also: [404] },
});
