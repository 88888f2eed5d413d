import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { Changes } from '@kerb/domain/audit/activity.ts';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { bodyOf, type WebhookEvent } from '@kerb/domain/webhooks/campaign-events.ts';
import { keptDays } from '@kerb/domain/webhooks/delivery-rules.ts';
import type { EventPage, EventQuery } from '@kerb/domain/webhooks/events.contract.ts';
import type { EventDetails } from '@kerb/domain/webhooks/own-events.ts';
import type { Metadata } from '@kerb/domain/wire/external-refs.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { deleteInLots } from '@kerb/server/platform/database/in-lots.ts';
import { readInOrder, tenantOf } from '@kerb/server/platform/database/read-in-order.ts';
import { sql } from 'kysely';

const mostPerPage = 500;

type Row = {
  eventId: string;
  agreementId: number;
  activityCode: WebhookEvent;
  date: Moment;
  subject: string | null;
  changes: Changes;
  changedFields: string[];
  externalRef: string | null;
  metadata: Metadata | null;
  details: EventDetails | null;
};

/** The events of an organisation in the order in which they were committed, with the bodies that webhooks get. */
export async function listEvents(db: Database, scope: AccessScope, query: EventQuery): Promise<EventPage> {
  const { cursor, since, type: types = [] } = query;
  const tenantId = tenantOf(scope, query.tenantId);
  const { page, nextCursor, hasMore } = await readInOrder<Row>(db, {
    name: `event ${tenantId}`,
    cursor,
    perPage: Math.min(query.perPage, mostPerPage),
    select: sql`
      select e.xid, e.id, e.event_id, e.agreement_id, e.type as activity_code, e.date, e.subject, e.changes,
        e.changed_fields, e.external_ref, e.metadata, e.details
      from events e where e.tenant_id = ${tenantId}
        ${cursor === undefined && since !== undefined ? sql`and e.date >= ${since}` : sql``}
        ${types.length > 0 ? sql`and e.type = any(${types}::text[])` : sql``}`,
    xid: sql`e.xid`,
    id: sql`e.id`,
  });
  return { items: page.map((row) => bodyOf({ ...row, tenantId })), nextCursor, hasMore };
}

export const deleteOldEvents = (db: Database): Promise<number> =>
  deleteInLots(db, 'events', sql`creation_date < ${addMinutes(realNow(), -keptDays * 24 * 60)}`);
