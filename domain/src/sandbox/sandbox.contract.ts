import { digits, id, moment, pageOf, pageQuery } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

export const messageChannels = ['email', 'sms'] as const;
export const messageStates = ['queued', 'held', 'accepted', 'failed'] as const;

/** A message as the sandbox shows it, with clickable links. */
export const sandboxMessage = z.object({
  id,
  channel: z.enum(messageChannels),
  to: z.string(),
  subject: z.nullable(z.string()),
  text: z.string(),
  links: z.array(z.string()),
  state: z.enum(messageStates),
  reason: z.nullable(z.string()),
  createdDate: moment,
  /** The attached document. */
  attachment: z.nullable(z.object({ href: z.string() })),
});
export type SandboxMessage = z.output<typeof sandboxMessage>;

/** The ways to end the sandbox's identity check; 'left' means that it was not finished. */
export const identityOutcomes = ['pass', 'fail', 'left'] as const;
export type IdentityOutcome = (typeof identityOutcomes)[number];
const oneProfile = z.object({ entityId: z.string().check(z.regex(/^[\w-]{1,100}$/)) });
const sandboxProfile = z.object({ entityId: z.string(), outcome: z.nullable(z.enum(identityOutcomes)) });

const clock = z.object({ now: moment, offsetDays: z.int() });

/** Mounted only in a sandbox. */
// biome-ignore format: a table
export const sandboxEndpoints = defineEndpoints({
  messages:  { method: 'GET',  path: '/v1/sandbox/messages', permission: 'anyone', summary: 'List the messages of the outbox', query: z.object(pageQuery), response: pageOf(sandboxMessage) },
  attachment: { method: 'GET', path: '/v1/sandbox/messages/{id}/attachment', permission: 'anyone', summary: 'Download the attachment of a message', params: z.object({ id: digits }), file: 'application/pdf' },
  clock:     { method: 'GET',  path: '/v1/sandbox/clock', permission: 'anyone', summary: 'Read the sandbox’s clock', response: clock },
  identity:  { method: 'GET',  path: '/v1/sandbox/identity/{entityId}', permission: 'anyone', summary: 'Read the result of an identity check in the sandbox', params: oneProfile, response: sandboxProfile },
  leaveIdentity: { method: 'POST', path: '/v1/sandbox/identity/{entityId}', permission: 'anyone', summary: 'Set the result of an identity check in the sandbox', params: oneProfile, body: z.strictObject({ outcome: z.enum(identityOutcomes) }), response: sandboxProfile },
  moveClock: { method: 'POST', path: '/v1/sandbox/clock', permission: 'anyone', summary: 'Move the sandbox’s clock forward, or back to today with 0', body: z.strictObject({ offsetDays: z.int().check(z.minimum(0), z.maximum(3650)) }), response: clock },
});
