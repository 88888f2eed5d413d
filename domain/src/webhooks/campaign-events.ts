import { type Audience, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { type ActivityCode, activities, type Changes } from '@kerb/domain/audit/activity.ts';
import { maySeeDocuments } from '@kerb/domain/documents/document-rights.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { maySeeDetail, payerFields } from '@kerb/domain/payers/payer-details.ts';
import { type EventDetails, eventDetails, type OwnEvent, ownEvents } from '@kerb/domain/webhooks/own-events.ts';
import { moment } from '@kerb/domain/wire/codecs.ts';
import { type Metadata, metadata } from '@kerb/domain/wire/external-refs.ts';
import * as z from 'zod/mini';

/** The events of a campaign: their log codes and our own, by group for a choice. */
// biome-ignore format: a table
export const eventGroups = {
  Campaign:              ['campaign_create', 'campaign_update', 'campaign_status_change', 'campaign_delete'],
  'Payment options':     ['campaign_fo_create', 'campaign_fo_update', 'campaign_fo_delete'],
  'Finance application': ['application_create', 'application_update', 'application_status_change', 'application_approve'],
  Payers:                ['signatory_create', 'signatory_update', 'signatory_delete', 'agreement_sign', 'link_open', 'message_fail'],
  Property:              ['property_create', 'property_update', 'property_delete'],
  Documents:             ['attachment_create', 'attachment_update', 'attachment_delete'],
  Invoices:              ['invoice_create', 'invoice_pay', 'invoice_void'],
  Refunds:               ['refund_create', 'refund_pay', 'refund_fail', 'payment_void'],
} as const satisfies Record<string, readonly (ActivityCode | OwnEvent)[]>;

export type WebhookEvent = (typeof eventGroups)[keyof typeof eventGroups][number];
export const webhookEvents = Object.values(eventGroups).flat() as WebhookEvent[];
export const isWebhookEvent = (code: string): code is WebhookEvent => (webhookEvents as string[]).includes(code);

/** What each event is, for people. */
export const eventLabels: Record<WebhookEvent, string> = { ...activities, ...ownEvents };

/** Sent to test a webhook. */
export const pingEvent = 'ping';

/** The body of a delivery. */
export const eventBody = z.object({
  id: z.string(),
  type: z.enum([pingEvent, ...webhookEvents]),
  date: moment,
  description: z.string(),
  tenant: z.object({ href: z.string() }),
  /** Absent in a test. */
  agreement: z.optional(z.object({ href: z.string(), externalRef: z.nullable(z.string()), metadata })),
  /** The record that was added, changed or removed, if it is not the campaign itself. */
  subject: z.optional(z.object({ href: z.string() })),
  /** The names of the changed fields. */
  changedFields: z.optional(z.array(z.string())),
  /** For campaign_update and campaign_status_change: the changed fields, as the API names them. */
  changes: z.optional(z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))),
  /** For invoices, payments, refunds, links and messages: how much, by which way, and why not. */
  details: z.optional(eventDetails),
});
export type EventBody = z.output<typeof eventBody>;

type Entry = {
  eventId: string;
  activityCode: WebhookEvent;
  date: Moment;
  agreementId: number;
  tenantId: number;
  data: object;
  subject?: string | null;
  externalRef?: string | null;
  metadata?: Metadata | null;
};

type Shown = { changes: Changes; changedFields: string[] };
type Told = Omit<Entry, 'data'> & Shown & { details?: EventDetails | null };

const organisationSees: readonly Audience[] = ['everyone', 'staff'];
const isChange = (value: unknown): value is Changes[string] =>
  typeof value === 'object' && value !== null && 'before' in value && 'after' in value;

const changesIn = (data: object): [string, Changes[string]][] =>
  Object.entries(data).filter((entry): entry is [string, Changes[string]] => isChange(entry[1]));

/** The organisation's own id and values of a record. */
const externalNames: readonly string[] = ['externalRef', 'metadata'];

/** The fields of payers and documents that an event names. Their values are read at the record. */
const namedFields: readonly string[] = [
  ...payerFields.filter((field) => maySeeDetail(field, 'manager')),
  ...['sentDate', 'nudgedDate', 'purpose', 'signatoryId'],
  ...externalNames,
];

/** The changed fields that the organisation may see, in wire form. */
function shownChanges(data: object): Changes {
  const shown: Changes = {};
  for (const [name, { before, after }] of changesIn(data)) {
    if (externalNames.includes(name)) shown[name] = { before: before ?? null, after: after ?? null };
    const field = agreementFields[name as keyof typeof agreementFields];
    if (!field || !organisationSees.includes(field.seenBy)) continue;
    const onWire = (value: unknown) => z.encode(field.wire as z.ZodMiniType, value ?? null);
    shown[name] = { before: onWire(before), after: onWire(after) };
  }
  return shown;
}

const purposesIn = (data: object): AttachmentPurpose[] => {
  const { purpose } = data as { purpose?: AttachmentPurpose | { before: AttachmentPurpose; after: AttachmentPurpose } };
  if (purpose === undefined) return [];
  return typeof purpose === 'string' ? [purpose] : [purpose.before, purpose.after];
};

/** The changed fields of a log entry; null if the organisation may see none of them. */
function changesFor({ activityCode, data }: Pick<Entry, 'activityCode' | 'data'>): Changes | null {
  if (activityCode === 'campaign_status_change') return Object.fromEntries(changesIn(data));
  if (activityCode !== 'campaign_update') return {};
  // A comment is between people, and changes nothing of the campaign.
  if ('comment' in data) return null;
  const shown = shownChanges(data);
  const isHidden = changesIn(data).some(([name]) => name in agreementFields) && Object.keys(shown).length === 0;
  return isHidden ? null : shown;
}

/** Whether the organisation may see the change at all, and which of its fields. Null: no event. */
export function shownOf({ activityCode, data }: Pick<Entry, 'activityCode' | 'data'>): Shown | null {
  if (purposesIn(data).some((purpose) => !maySeeDocuments(purpose, 'manager'))) return null;
  const changes = changesFor({ activityCode, data });
  if (changes === null) return null;
  return { changes, changedFields: changedFieldsOf({ activityCode, data }, changes) };
}

/** The names of the changed fields that the organisation may see, also where the values stay with the record. */
function changedFieldsOf({ activityCode, data }: Pick<Entry, 'activityCode' | 'data'>, changes: Changes): string[] {
  if (Object.keys(changes).length > 0) return Object.keys(changes);
  const ofOthers = activityCode === 'signatory_update' || activityCode === 'attachment_update';
  return ofOthers ? changesIn(data).flatMap(([name]) => (namedFields.includes(name) ? [name] : [])) : [];
}

/** The body of an event, for webhooks and for the feed. */
export const bodyOf = (event: Told): EventBody => ({
  id: event.eventId,
  type: event.activityCode,
  date: event.date,
  description: eventLabels[event.activityCode],
  tenant: { href: `/v1/tenants/${event.tenantId}` },
  agreement: {
    href: `/v1/agreements/${event.agreementId}`,
    externalRef: event.externalRef ?? null,
    metadata: event.metadata ?? {},
  },
  ...(event.subject && { subject: { href: event.subject } }),
  ...(event.changedFields.length > 0 && { changedFields: event.changedFields }),
  ...(Object.keys(event.changes).length > 0 && { changes: event.changes }),
  ...(event.details && { details: event.details }),
});

/**
 * Returns the event for a log entry, or null if team members may not see the change. The event says what happened and
 * where to read more. It contains nothing that they could not read there.
 */
export function eventOf(entry: Entry): EventBody | null {
  const shown = shownOf(entry);
  return shown && bodyOf({ ...entry, ...shown });
}

export const pingOf = (eventId: string, date: Moment, tenantId: number): EventBody => ({
  id: eventId,
  type: pingEvent,
  date,
  description: 'Test',
  tenant: { href: `/v1/tenants/${tenantId}` },
});
