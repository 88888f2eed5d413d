import { clockEndpoints } from '@kerb/domain/sandbox/clock.contract.ts';
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

/** Mounted only in a sandbox. */
// biome-ignore format: a table
export const sandboxEndpoints = defineEndpoints({
  ...clockEndpoints,
  messages:  { method: 'GET',  path: '/v1/sandbox/messages', permission: 'anyone', summary: 'List the messages of the outbox', query: z.object(pageQuery), response: pageOf(sandboxMessage) },
  attachment: { method: 'GET', path: '/v1/sandbox/messages/{id}/attachment', permission: 'anyone', summary: 'Download the attachment of a message', params: z.object({ id: digits }), file: 'application/pdf' },
  identity:  { method: 'GET',  path: '/v1/sandbox/identity/{entityId}', permission: 'anyone', summary: 'Read the result of an identity check in the sandbox', params: oneProfile, response: sandboxProfile },
  leaveIdentity: { method: 'POST', path: '/v1/sandbox/identity/{entityId}', permission: 'anyone', summary: 'Set the result of an identity check in the sandbox', params: oneProfile, body: z.strictObject({ outcome: z.enum(identityOutcomes) }), response: sandboxProfile },
});
