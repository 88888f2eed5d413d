import { randomUUID } from 'node:crypto';
import type { ActivityCode, Changes } from '@kerb/domain/audit/activity.ts';
import { bodyOf, isWebhookEvent, shownOf, type WebhookEvent } from '@kerb/domain/webhooks/campaign-events.ts';
import type { EventDetails, OwnEvent } from '@kerb/domain/webhooks/own-events.ts';
import type { Metadata } from '@kerb/domain/wire/external-refs.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { compiledOnce } from '@kerb/server/platform/database/compiled-once.ts';
import { logFields } from '@kerb/server/platform/log/log-fields.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type RawBuilder, sql } from 'kysely';

export const webhookJob = 'deliver-webhooks';

type Happened = {
  activityCode: ActivityCode;
  agreementId?: number;
  data?: object;
  subject?: string;
  details?: EventDetails;
};

/** An event of a campaign, before it is known of which organisation. */
export type NewEvent = {
  eventId: string;
  activityCode: WebhookEvent;
  agreementId: number;
  subject: string | null;
  changes: Changes;
  changedFields: string[];
  details: EventDetails | null;
};

/** What the organisation is told of; null if it is not an event, or not for the organisation. */
export function newEventOf({ activityCode, agreementId, data = {}, subject, details }: Happened): NewEvent | null {
  if (agreementId === undefined || !isWebhookEvent(activityCode)) return null;
  const shown = shownOf({ activityCode, data });
  const told = { subject: subject ?? null, details: details ?? null };
  return shown && { eventId: randomUUID(), activityCode, agreementId, ...told, ...shown };
}

/** The values of an event in the statement that stores it. */
export type EventRow = {
  eventId: string;
  eventSubject: string | null;
  eventChanges: string;
  eventFields: string[];
  eventDetails: string | null;
};
export const eventRowOf = (event: NewEvent | null): EventRow => ({
  eventId: event?.eventId ?? '',
  eventSubject: event?.subject ?? null,
  eventChanges: JSON.stringify(event?.changes ?? {}),
  eventFields: event?.changedFields ?? [],
  eventDetails: event?.details ? JSON.stringify(event.details) : null,
});

/** The organisation of the event and a webhook that subscribes to it; without an id if none does. */
export type Told = { id: number | null; tenantId: number; externalRef: string | null; metadata: Metadata | null };

type Places = { [Name in keyof EventRow]: RawBuilder<EventRow[Name]> } & {
  activityCode: RawBuilder<unknown>;
  targetAgreementId: RawBuilder<unknown>;
  date: RawBuilder<unknown>;
};

/** Stores the event for the feed, and selects the webhooks of the campaign's organisation that subscribe to it. */
export const storeEvent = (row: Places) => sql<Told>`
  event as (
    insert into events (
      event_id, tenant_id, agreement_id, type, date, subject, changes, changed_fields, details, external_ref,
      metadata)
    select ${row.eventId}::text, a.tenant_id, a.id, ${row.activityCode}::text, ${row.date}::timestamptz,
      ${row.eventSubject}::text, ${row.eventChanges}::jsonb, ${row.eventFields}::text[],
      ${row.eventDetails}::jsonb, x.external_ref, x.metadata
    from agreements a left join external_refs x on x.agreement_id = a.id
    where a.id = ${row.targetAgreementId}
    returning tenant_id, external_ref, metadata)
  select w.id, e.tenant_id, e.external_ref, e.metadata
  from event e left join webhooks w
    on w.tenant_id = e.tenant_id and w.disabled_since_date is null and ${row.activityCode}::text = any(w.events)
  order by w.id`;

/** What telling needs of a work: a job that writes no log entry has no more. */
export type Telling = Pick<Work, 'tx' | 'now' | 'afterCommit'> & { deps: Pick<Work['deps'], 'jobs'> };

/** Writes a delivery for each of these webhooks, in the transaction of the change. A job sends it. */
export async function postEvent(work: Telling, event: NewEvent, told: readonly Told[]): Promise<void> {
  const hooks = told.flatMap(({ id, ...rest }) => (id === null ? [] : [{ webhookId: id, ...rest }]));
  const [first] = hooks;
  if (!first) return;
  const { tenantId, externalRef, metadata } = first;
  const body = JSON.stringify(bodyOf({ ...event, date: work.now, tenantId, externalRef, metadata }));
  await work.tx
    .insertInto('webhookDeliveries')
    .values(
      hooks.map(({ webhookId }) => ({
        webhookId,
        eventId: event.eventId,
        type: event.activityCode,
        agreementId: event.agreementId,
        body,
        nextAttemptDate: realNow(),
        creationDate: work.now,
        requestId: logFields().requestId ?? null,
      })),
    )
    .execute();
  work.afterCommit(() => work.deps.jobs.nudge(webhookJob));
}

type OwnHappened = { type: OwnEvent; agreementId: number; subject?: string; details?: EventDetails };

const insertOwnEvent = compiledOnce<EventRow & { activityCode: string; targetAgreementId: number; date: string }, Told>(
  (row) => sql<Told>`with ${storeEvent(row)}`,
);

/** Tells of something that is no change of a record of the log, in the transaction in which it happens. */
export async function tellEvent(work: Telling, { type, agreementId, subject, details }: OwnHappened): Promise<void> {
  const told = { subject: subject ?? null, details: details ?? null, changes: {}, changedFields: [] };
  const event: NewEvent = { eventId: randomUUID(), activityCode: type, agreementId, ...told };
  const row = { ...eventRowOf(event), activityCode: type, targetAgreementId: agreementId, date: work.now };
  await postEvent(work, event, await insertOwnEvent(work.tx, row));
}
