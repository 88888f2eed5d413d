import { newPayer } from '@kerb/domain/agreements/new-payer.ts';
import { deliveryChannels, deliveryStages } from '@kerb/domain/payers/delivery.ts';
import { longestNote } from '@kerb/domain/payers/payer-note.ts';
import { contactHolders, sharedContactFields } from '@kerb/domain/payers/shared-contacts.ts';
import { digits, emptyAsNull, id, link, moment, paragraph } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import { externalShape, longestExternalRef } from '@kerb/domain/wire/external-refs.ts';
import * as z from 'zod/mini';

export const deliveryStates = ['not-sent', 'queued', 'held', 'accepted', 'failed'] as const;

/** A payer as the team sees them. Another payer of the same campaign sees only the name. */
export const payer = z.object({
  id,
  href: z.string(),
  displayName: z.string(),
  firstName: z.optional(z.string()),
  surname: z.optional(z.string()),
  emailAddress: z.optional(z.string()),
  mobilePhone: z.optional(z.nullable(z.string())),
  signatureDate: z.nullable(moment),
  sentDate: z.optional(z.nullable(moment)),
  delivery: z.optional(z.enum(deliveryStates)),
  deliveryReason: z.optional(z.nullable(z.string())),
  /** How far the latest message with a link got, by channel. */
  deliveries: z.optional(
    z.array(
      z.object({
        channel: z.enum(deliveryChannels),
        stage: z.enum(deliveryStages),
        reason: z.nullable(z.string()),
        date: moment,
      }),
    ),
  ),
  /** When the payer first opened their present link; null if they have not. */
  openedDate: z.optional(z.nullable(moment)),
  nudgedDate: z.optional(z.nullable(moment)),
  /** Whether they have not opened the link for some days, and can be reminded. */
  mayBeNudged: z.optional(z.boolean()),
  /** Whether the payer has a link that works, as an address without its secret. `showLink` has the whole link. */
  paymentUrl: z.optional(z.nullable(z.string())),
  user: z.optional(link('/v1/users')),
  /** Deprecated: `user` is the same as a link. */
  userHref: z.optional(z.string()),
  ...externalShape,
  /** For admins, in the list: whether they raised the campaign or entered these contacts, so another admin approves. */
  contactsEnteredByYou: z.optional(z.boolean()),
  /** For admins, in the list: whether an account that they made or changed entered these contacts. */
  contactsEnteredByMade: z.optional(z.boolean()),
  /** Whether they can approve the loan all the same, because there is no other active admin. */
  isAlone: z.optional(z.boolean()),
  /** For admins, in the list: who else has this e-mail address or mobile. Absent if nobody has. */
  sharedContacts: z.optional(
    z.array(z.object({ field: z.enum(sharedContactFields), name: z.string(), holder: z.enum(contactHolders) })),
  ),
});
export type Payer = z.output<typeof payer>;

export const sendOutcome = z.object({
  successCount: z.int(),
  failureCount: z.int(),
  /** The errors, by payer. */
  validation: z.record(z.string(), z.array(z.object({ type: z.string(), message: z.string() }))),
});
export type SendOutcome = z.output<typeof sendOutcome>;

const note = z.optional(emptyAsNull(paragraph(longestNote)));
const asked = { vendorIds: z.optional(z.array(id).check(z.maxLength(50))), note };

/** The messages of one payer, with the place of the link in place of the link. */
export const messagePreview = z.object({
  vendorId: id,
  displayName: z.string(),
  /** Why nothing would be sent to them; null if it would. */
  problem: z.nullable(z.string()),
  email: z.nullable(
    z.object({
      to: z.string(),
      from: z.string(),
      replyTo: z.nullable(z.string()),
      subject: z.string(),
      text: z.string(),
    }),
  ),
  sms: z.nullable(
    z.object({
      to: z.string(),
      /** The name or number that the phone shows; null if it is not known here. */
      from: z.nullable(z.string()),
      text: z.string(),
      segments: z.int(),
      /** False if the note does not fit, or there is none. */
      hasNote: z.boolean(),
    }),
  ),
});
export type MessagePreview = z.output<typeof messagePreview>;

/** What a team member does with a payer's link. The log names it. */
export const linkUses = ['copy', 'open', 'qr-code'] as const;
export type LinkUse = (typeof linkUses)[number];

const oneCampaign = z.object({ id: digits });
const onePayer = z.object({ id: digits, vendorId: digits });

// biome-ignore format: a table
export const payerEndpoints = defineEndpoints({
  list:    { method: 'GET',    path: '/v2/campaigns/{id}/vendors', permission: 'payer.read', summary: 'List the payers of a campaign', params: oneCampaign, query: z.object({ externalRef: z.optional(z.string().check(z.maxLength(longestExternalRef))) }), response: z.object({ items: z.array(payer) }) },
  add:     { method: 'POST',   path: '/v2/campaigns/{id}/vendors', permission: 'payer.add', summary: 'Add a payer', params: oneCampaign, body: newPayer, response: payer, status: 201, location: '/v1/signatories/{id}' },
  remove:  { method: 'DELETE', path: '/v2/campaigns/{id}/vendors/{vendorId}', permission: 'payer.remove', summary: 'Remove a payer who has not signed', params: onePayer },
  send:    { method: 'POST',   path: '/v2/campaigns/{id}/vendors/{vendorId}/send-campaign', permission: 'payer.send', summary: 'Send one payer their Payment URL', params: onePayer, response: payer },
  showLink: { method: 'POST',  path: '/v2/campaigns/{id}/vendors/{vendorId}/payment-url', permission: 'payer.link', summary: 'Show the whole Payment URL of a payer; the log names who did it, and what for', params: onePayer, body: z.strictObject({ for: z.enum(linkUses) }), response: z.object({ paymentUrl: z.string() }), withoutKey: 'secret' },
  preview: { method: 'POST',   path: '/v2/campaigns/{id}/preview-messages', permission: 'payer.send', summary: 'Show the messages that sending would send; nothing is sent or stored', params: oneCampaign, body: z.strictObject({ ...asked, isReminder: z.optional(z.boolean()) }), response: z.object({ items: z.array(messagePreview) }), withoutKey: 'reads' },
  nudge:   { method: 'POST',   path: '/v2/campaigns/{id}/nudge-payers', permission: 'payer.send', summary: 'Remind payers who have not opened their link for some days', params: oneCampaign, body: z.strictObject({ ...asked, vendorIds: z.array(id).check(z.minLength(1), z.maxLength(50)) }), response: sendOutcome },
  sendAll: { method: 'POST',   path: '/v2/campaigns/{id}/send-campaign', permission: 'payer.send', summary: 'Send all payers, or the named ones, their Payment URLs, with a note if there is one', params: oneCampaign, body: z.strictObject(asked), response: sendOutcome },
});
