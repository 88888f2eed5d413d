import { pingEvent, type WebhookEvent, webhookEvents } from '@kerb/domain/webhooks/campaign-events.ts';
import { pauseReasons } from '@kerb/domain/webhooks/pause-reasons.ts';
import { digits, fromOne, id, link, moment, pageOf, pageQuery, requiredText } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { syncAnswer, syncPage, syncQuery } from '@kerb/domain/wire/sync.ts';
import * as z from 'zod/mini';

const event = z.enum(webhookEvents as [WebhookEvent, ...WebhookEvent[]]);
const events = z.array(event).check(z.minLength(1, 'Choose at least one event.'), z.maxLength(webhookEvents.length));
const url = requiredText(500);

/** Why a webhook is off: a person switched it off, it failed for days, or nobody answers for its address. */
export const disabledReasons = ['owner', 'failing', ...pauseReasons] as const;

export const webhook = z.object({
  id,
  href: z.string(),
  tenant: link('/v1/tenants'),
  url: z.string(),
  events: z.array(event),
  active: z.boolean(),
  disabledReason: z.nullable(z.enum(disabledReasons)),
  disabledSinceDate: z.nullable(moment),
  failingSinceDate: z.nullable(moment),
  displayName: z.nullable(z.string()),
  creationDate: moment,
  lastDeliveryDate: z.nullable(moment),
});
export type Webhook = z.output<typeof webhook>;

/** The secret is only in this answer. */
const webhookWithSecret = z.extend(webhook, { secret: z.string() });

export const newWebhook = z.strictObject({ url, events });
export const savedWebhook = z.partial(z.strictObject({ url, events, active: z.boolean() }));

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const attempt = z.object({
  date: moment,
  durationMs: z.int(),
  requestHeaders: z.record(z.string(), z.string()),
  /** Null if there was no answer; the reason then says why. */
  responseStatus: z.nullable(z.int()),
  responseBody: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export const webhookDelivery = z.object({
  id,
  href: z.string(),
  eventId: z.string(),
  type: z.enum([pingEvent, ...webhookEvents]),
  agreement: z.nullable(link('/v1/agreements')),
  state: z.enum(deliveryStates),
  creationDate: moment,
  deliveredDate: z.nullable(moment),
  /** Only while it is waiting. */
  nextAttemptDate: z.nullable(moment),
  requestBody: z.string(),
  attempts: z.array(attempt),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;

/** Which events are sent again: those since a moment of the last thirty days, or only the failed ones of them. */
export const replay = z.strictObject({ since: moment, onlyFailed: z.optional(z.boolean()) });
export type Replay = z.output<typeof replay>;

const oneTenant = z.object({ tenantId: digits });
const one = z.object({ webhookId: digits });
const oneDelivery = z.object({ deliveryId: digits });
const deliveryQuery = z.object({
  ...pageQuery,
  perPage: z._default(fromOne, 25),
  state: z.optional(z.enum(deliveryStates)),
  ...syncQuery,
});

/** Only a list that is read in the order of changes names the webhooks that were deleted. */
const webhookPage = z.object({
  items: z.array(webhook),
  removed: z.optional(z.array(z.object({ href: z.string(), id }))),
  ...syncAnswer,
});

// biome-ignore format: a table
export const webhookEndpoints = defineEndpoints({
  list:       { method: 'GET',    path: '/v1/tenants/{tenantId}/webhooks', permission: 'webhook.read', summary: 'List the webhooks of an organisation', params: oneTenant, query: z.object(syncQuery), response: webhookPage },
  create:     { method: 'POST',   path: '/v1/tenants/{tenantId}/webhooks', permission: 'webhook.change', summary: 'Register a webhook; its secret is shown once', params: oneTenant, body: newWebhook, response: webhookWithSecret, status: 201, location: '/v1/webhooks/{id}', proof: 'always' },
  get:        { method: 'GET',    path: '/v1/webhooks/{webhookId}', permission: 'webhook.read', summary: 'Read a webhook', params: one, response: webhook, versioned: true },
  save:       { method: 'PUT',    path: '/v1/webhooks/{webhookId}', permission: 'webhook.change', summary: 'Change the address or events of a webhook, or switch it on or off', params: one, body: savedWebhook, response: webhook, versioned: true, ifMatch: true, proof: { url: 'any value', active: [true] } },
  delete:     { method: 'DELETE', path: '/v1/webhooks/{webhookId}', permission: 'webhook.change', summary: 'Delete a webhook and its log', params: one },
  rotate:     { method: 'POST',   path: '/v1/webhooks/{webhookId}/rotate-secret', permission: 'webhook.change', summary: 'Create a new secret, shown once; the old one also signs for one day', params: one, response: webhookWithSecret, proof: 'always' },
  test:       { method: 'POST',   path: '/v1/webhooks/{webhookId}/test', permission: 'webhook.change', summary: 'Send a test event to a webhook', params: one, response: webhookDelivery, status: 202 },
  deliveries: { method: 'GET',    path: '/v1/webhooks/{webhookId}/deliveries', permission: 'webhook.read', summary: 'List the deliveries of a webhook, with each attempt and response', params: one, query: deliveryQuery, response: z.extend(pageOf(webhookDelivery), syncPage) },
  resend:     { method: 'POST',   path: '/v1/webhook-deliveries/{deliveryId}/resend', permission: 'webhook.change', summary: 'Send a delivery again, with the same event id', params: oneDelivery, response: webhookDelivery, status: 202 },
  replay:     { method: 'POST',   path: '/v1/webhooks/{webhookId}/replay', permission: 'webhook.change', summary: 'Send all events since a moment again, or only those that failed, in their order and with the same ids', params: one, body: replay, response: z.object({ events: z.int() }), status: 202 },
});
