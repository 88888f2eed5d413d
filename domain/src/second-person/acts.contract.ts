import { actKinds, actOutcomes } from '@kerb/domain/second-person/acts.ts';
import { digits, id, link, moment, pageOf, pageQuery, requiredText, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const step = z.object({ date: moment, user: z.nullable(link('/v1/users')), userName: z.string() });

export const pendingAct = z.object({
  id,
  href: z.string(),
  kind: z.enum(actKinds),
  /** The user or batch that it changes. */
  subject: z.object({ href: z.string(), name: z.string() }),
  /** What would change. */
  changes: z.array(z.object({ label: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  reason: z.string(),
  asked: step,
  expiryDate: moment,
  isOwn: z.boolean(),
  /** Why the reader cannot confirm it; null if they can, or if it is decided. */
  refusal: z.nullable(z.string()),
  outcome: z.nullable(z.enum(actOutcomes)),
  decided: z.nullable(step),
  note: z.nullable(z.string()),
});
export type PendingAct = z.output<typeof pendingAct>;

const oneAct = z.object({ id: digits });
export const confirmedAct = z.strictObject({ note: z.optional(text(1_000)) });
export const refusedAct = z.strictObject({ note: requiredText(1_000) });

// biome-ignore format: a table
export const actEndpoints = defineEndpoints({
  list:     { method: 'GET',  path: '/v1/pending-acts', permission: 'act.read', summary: 'List acts that wait for a second person, and then those that are decided', query: z.object(pageQuery), response: pageOf(pendingAct) },
  get:      { method: 'GET',  path: '/v1/pending-acts/{id}', permission: 'act.read', summary: 'Read an act that waits for a second person', params: oneAct, response: pendingAct },
  confirm:  { method: 'POST', path: '/v1/pending-acts/{id}/confirm', permission: 'act.decide', summary: 'Confirm what another admin has asked for; it is then carried out', params: oneAct, body: confirmedAct, response: pendingAct, proof: 'always' },
  refuse:   { method: 'POST', path: '/v1/pending-acts/{id}/refuse', permission: 'act.decide', summary: 'Refuse what another admin has asked for', params: oneAct, body: refusedAct, response: pendingAct },
  withdraw: { method: 'POST', path: '/v1/pending-acts/{id}/withdraw', permission: 'act.decide', summary: 'Withdraw what you have asked for', params: oneAct, response: pendingAct },
});
