import { payerMessageKinds } from '@kerb/domain/notifications/payer-templates.ts';
import { emptyAsNull, id, moment, requiredParagraph, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const kind = z.enum(payerMessageKinds);
const words = { subject: z.string(), body: z.string(), sms: z.nullable(z.string()) };

/** Who wrote the words, and when. Null: they are those that the code ships. */
const written = { id: z.nullable(id), date: z.nullable(moment), userName: z.nullable(z.string()) };

export const templateVersion = z.object({
  ...written,
  ...words,
  /** True also for a version that went back to the words that the code ships. */
  isDefault: z.boolean(),
});
export type TemplateVersion = z.output<typeof templateVersion>;

export const messageTemplate = z.object({
  kind,
  href: z.string(),
  label: z.string(),
  current: templateVersion,
});
export type MessageTemplateView = z.output<typeof messageTemplate>;

export const newTemplate = z.strictObject({
  subject: requiredText(200),
  body: requiredParagraph(4_000),
  sms: z.optional(emptyAsNull(text(500))),
  /** The version that was changed; null if it was the one that the code ships. Another one answers 409. */
  basedOn: z.nullable(id),
});

const one = z.object({ kind });

// biome-ignore format: a table
export const templateEndpoints = defineEndpoints({
  list:     { method: 'GET',  path: '/v1/message-templates', permission: 'template.read', summary: 'List the templates of the messages to payers', response: z.object({ items: z.array(messageTemplate) }) },
  versions: { method: 'GET',  path: '/v1/message-templates/{kind}/versions', permission: 'template.read', summary: 'List every version of a template, the newest first', params: one, response: z.object({ items: z.array(templateVersion) }) },
  change:   { method: 'POST', path: '/v1/message-templates/{kind}', permission: 'template.change', summary: 'Write a new version of a template', params: one, body: newTemplate, response: messageTemplate },
  restore:  { method: 'POST', path: '/v1/message-templates/{kind}/restore', permission: 'template.change', summary: 'Make an earlier version of a template, or the one that the code ships, the newest', params: one, body: z.strictObject({ version: z.nullable(id), basedOn: z.nullable(id) }), response: messageTemplate },
});
