import { bounceReasonNames, deliveryChannels } from '@kerb/domain/payers/delivery.ts';
import * as z from 'zod/mini';

/** The events that are no change of a record of the log. */
// biome-ignore format: a table
export const ownEvents = {
  refund_create: 'Refund requested',
  refund_pay:    'Refund paid',
  refund_fail:   'Refund failed',
  payment_void:  'Payment voided',
  message_fail:  'Message to a payer not delivered',
  link_open:     'Payment URL opened by its payer',
} as const satisfies Record<string, string>;
export type OwnEvent = keyof typeof ownEvents;
export type RefundEvent = Extract<OwnEvent, `refund_${string}`>;

/** `refused`: the card gateway did not make it. `failed`: the payer's bank sent it back later. */
export const refundStates = ['requested', 'made', 'refused', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/** The messages whose delivery the team sees at the payer. Codes and papers are not among them. */
const followedMessages: readonly string[] = ['payment-link', 'payment-reminder'];
export const isFollowedMessage = (kind: string): boolean => followedMessages.includes(kind);

/** What an event says beside its subject. It is in wire form: amounts are dollars. */
export const eventDetails = z.object({
  amount: z.optional(z.number()),
  fee: z.optional(z.number()),
  status: z.optional(z.enum(refundStates)),
  channel: z.optional(z.enum(deliveryChannels)),
  /** `not-sent`: no provider took the message. The others are what a provider reports. */
  reason: z.optional(z.enum([...bounceReasonNames, 'not-sent'])),
});
export type EventDetails = z.output<typeof eventDetails>;
