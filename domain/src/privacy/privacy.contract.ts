import { personalFile } from '@kerb/domain/privacy/personal-file.contract.ts';
import { day, digits, id, moment, text } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

const waiting = z.object({ id, askedByName: z.string(), askedDate: moment });

/** Whether a payer's personal data can be erased, and what was asked for. */
export const erasure = z.object({
  /** Why it cannot be erased now; null if it can. */
  refusal: z.nullable(z.string()),
  /** Until when the law keeps the records; null if it keeps none. */
  keptUntil: z.nullable(day),
  /** The request that waits for a second person. */
  pendingAct: z.nullable(waiting),
  /** When a second person confirmed it; the erasure follows within minutes. */
  confirmedDate: z.nullable(moment),
  erasedDate: z.nullable(moment),
});
export type Erasure = z.output<typeof erasure>;

/** A payer, or a campaign whose payers were all removed, whose data is held longer than the law asks for. */
export const duePayer = z.object({
  id,
  href: z.string(),
  flowNumber: z.string(),
  organisation: z.string(),
  endedDay: day,
  keptUntil: day,
});
export type DuePayer = z.output<typeof duePayer>;

export const dueErasures = z.object({
  items: z.array(duePayer),
  totalItems: z.int(),
  pendingAct: z.nullable(waiting),
});
export type DueErasures = z.output<typeof dueErasures>;

/** Missing words are refused by the act, under the field. */
export const erasureReason = z.strictObject({ reason: z.optional(text(1_000)) });

/** Whether one's own account is closing, and whether it can be closed. */
export const closing = z.object({
  /** When the account is closed, if the person does not change their mind; null if they did not ask for it. */
  closingDate: z.nullable(moment),
  /** Why it cannot be closed now; null if it can. */
  refusal: z.nullable(z.string()),
});
export type Closing = z.output<typeof closing>;

const onePayer = z.object({ id: digits });

// biome-ignore format: a table
export const privacyEndpoints = defineEndpoints({
  ownData:   { method: 'GET',  path: '/v1/account/data', permission: 'privacy.export', summary: 'Download everything that is held about you', response: personalFile, proof: 'always' },
  closing:   { method: 'GET',  path: '/v1/account/closing', permission: 'account.read', summary: 'Read whether your account is closing, and whether it can be closed', response: closing },
  close:     { method: 'POST', path: '/v1/account/close', permission: 'account.change', summary: 'Ask to close your account; it closes after 30 days', response: closing, proof: 'always' },
  keep:      { method: 'POST', path: '/v1/account/keep', permission: 'account.change', summary: 'Keep your account although you asked to close it', response: closing },
  payerData: { method: 'GET',  path: '/v1/signatories/{id}/data', permission: 'privacy.export', summary: 'Download everything that is held about you as a payer of this campaign', params: onePayer, response: personalFile },
  erasure:   { method: 'GET',  path: '/v1/signatories/{id}/erasure', permission: 'privacy.erase', summary: 'Read whether the personal data of a payer can be erased', params: onePayer, response: erasure },
  erase:     { method: 'POST', path: '/v1/signatories/{id}/erase', permission: 'privacy.erase', summary: 'Ask a second person to erase the personal data of a payer', params: onePayer, body: erasureReason, response: erasure, proof: 'always' },
  due:       { method: 'GET',  path: '/v1/due-erasures', permission: 'privacy.erase', summary: 'List payers, and campaigns whose payers were removed, whose data is held longer than the law asks for', response: dueErasures },
  eraseDue:  { method: 'POST', path: '/v1/due-erasures', permission: 'privacy.erase', summary: 'Ask a second person to erase all data that is held longer than the law asks for', body: erasureReason, response: dueErasures, proof: 'always' },
});
