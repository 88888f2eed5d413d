import { bounceReasonNames, receiptStatuses } from '@kerb/domain/payers/delivery.ts';
import { moment } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** What a provider, or a small adapter for it, reports of a message. docs/operations.md has an example. */
export const messageReceipt = z.strictObject({
  /** The id that the provider got: the Message-ID of a mail, or the Idempotency-Key of a text message. */
  messageId: z.string().check(z.regex(/^<?kerb-\d{1,15}-\d{1,15}(@[\w.-]{1,253})?>?$/)),
  status: z.enum(receiptStatuses),
  reason: z.optional(z.enum(bounceReasonNames)),
  date: moment,
});
export type MessageReceipt = z.output<typeof messageReceipt>;

/** The number of a message and when it was written, from the id that its provider got. */
export function messageOfReceipt(messageId: string): { id: number; createdMs: number } | null {
  const [, id, createdMs] = /^<?kerb-(\d+)-(\d+)/.exec(messageId) ?? [];
  return id && createdMs ? { id: Number(id), createdMs: Number(createdMs) } : null;
}

// biome-ignore format: a table
export const messageReceiptEndpoints = defineEndpoints({
  receive: { method: 'POST', path: '/v1/message-receipts', permission: 'anyone', summary: 'Receive a signed receipt of the mail or SMS provider: a message was delivered, or came back', also: [413] },
});
