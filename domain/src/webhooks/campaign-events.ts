import { type Audience, agreementFields } from '@kerb/domain/agreements/agreement-fields.ts';
import { type ActivityCode, activities, type Changes } from '@kerb/domain/audit/activity.ts';
import { maySeeDocuments } from '@kerb/domain/documents/document-rights.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { moment } from '@kerb/domain/wire/codecs.ts';
import * as z from 'zod/mini';

/** The events of a campaign: their log codes, and their labels for a choice. */
// biome-ignore format: a table
export const eventGroups = {
  Campaign:              ['campaign_create', 'campaign_update', 'campaign_status_change', 'campaign_delete'],
  'Payment options':     ['campaign_fo_create', 'campaign_fo_update', 'campaign_fo_delete'],
  'Finance application': ['application_create', 'application_update', 'application_status_change', 'application_approve'],
  Payers:                ['signatory_create', 'signatory_update', 'signatory_delete', 'agreement_sign'],
  Property:              ['property_create', 'property_update', 'property_delete'],
  Documents:             ['attachment_create', 'attachment_update', 'attachment_delete'],
  Invoices:              ['invoice_create', 'invoice_pay', 'invoice_void'],
} as const satisfies Record<string, readonly ActivityCode[]>;

export type WebhookEvent = (typeof eventGroups)[keyof typeof eventGroups][number];
export const webhookEvents = Object.values(eventGroups).flat() as WebhookEvent[];
export const isWebhookEvent = (code: string): code is WebhookEvent => (webhookEvents as string[]).includes(code);

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
  agreement: z.optional(z.object({ href: z.string() })),
  /** For campaign_update and campaign_status_change: the changed fields, as the API names them. */
  changes: z.optional(z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }))),
});
export type EventBody = z.output<typeof eventBody>;

type Entry = {
  eventId: string;
  activityCode: WebhookEvent;
  date: Moment;
  agreementId: number;
  tenantId: number;
  data: object;
};

const organisationSees: readonly Audience[] = ['everyone', 'staff'];
const isChange = (value: unknown): value is Changes[string] =>
  typeof value === 'object' && value !== null && 'before' in value && 'after' in value;

const changesIn = (data: object): [string, Changes[string]][] =>
  Object.entries(data).filter((entry): entry is [string, Changes[string]] => isChange(entry[1]));

/** The organisation's own id and values of a record. */
const externalNames: readonly string[] = ['externalRef', 'metadata'];

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
function changesFor({ activityCode, data }: Entry): Changes | null {
  if (activityCode === 'campaign_status_change') return Object.fromEntries(changesIn(data));
  if (activityCode !== 'campaign_update') return {};
  // A comment is between people, and changes nothing of the campaign.
  if ('comment' in data) return null;
  const shown = shownChanges(data);
  const isHidden = changesIn(data).some(([name]) => name in agreementFields) && Object.keys(shown).length === 0;
  return isHidden ? null : shown;
}

/**
 * Returns the event for a log entry, or null if team members may not see the change. The event says what happened and
 * where to read more. It contains nothing that they could not read there.
 */
export function eventOf(entry: Entry): EventBody | null {
  if (purposesIn(entry.data).some((purpose) => !maySeeDocuments(purpose, 'manager'))) return null;
  const changes = changesFor(entry);
  if (changes === null) return null;
  const { eventId, activityCode, date, agreementId, tenantId } = entry;
  return {
    id: eventId,
    type: activityCode,
    date,
    description: activities[activityCode],
    tenant: { href: `/v1/tenants/${tenantId}` },
    agreement: { href: `/v1/agreements/${agreementId}` },
    ...(Object.keys(changes).length > 0 && { changes }),
  };
}

export const pingOf = (eventId: string, date: Moment, tenantId: number): EventBody => ({
  id: eventId,
  type: pingEvent,
  date,
  description: 'Test',
  tenant: { href: `/v1/tenants/${tenantId}` },
});
