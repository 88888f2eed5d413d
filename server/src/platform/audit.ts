import { isPayer, realActorOf } from '@kerb/domain/access/actor.ts';
import { type ActivityCode, activities } from '@kerb/domain/audit/activity.ts';
import { loggedName } from '@kerb/domain/session/view-as.ts';
import type { EventDetails } from '@kerb/domain/webhooks/own-events.ts';
import { compiledOnce } from '@kerb/server/platform/database/compiled-once.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import {
  type EventRow,
  eventRowOf,
  newEventOf,
  postEvent,
  storeEvent,
  type Told,
} from '@kerb/server/platform/outbox/post-event.ts';
import { plainNameOf, sealValues } from '@kerb/server/platform/privacy/log-values.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { type Insertable, sql } from 'kysely';

export type NewEntry = {
  activityCode: ActivityCode;
  /** What happened, if the activity's own text does not say enough. */
  description?: string;
  /** The changed fields, before and after. Never a secret, a code or a token. */
  data?: object;
  agreementId?: number;
  tenantId?: number;
  userId?: number;
  /** The address of the record that changed, if it is not the campaign itself. For events. */
  subject?: string;
  /** What the event says beside it: amounts, in dollars. */
  details?: EventDetails;
  /** Nothing was changed, so no webhook is told. */
  isOnlyRead?: true;
};

type Columns = Schema['logEntries'];
// biome-ignore format: a list
const columns = [
  'date', 'userId', 'activityCode', 'description', 'userName', 'logData', 'sealedData', 'dataKeyId',
  'targetAgreementId', 'targetTenantId', 'targetUserId', 'ipAddress',
] as const satisfies (keyof Columns)[];
type Row = Required<Pick<Insertable<Columns>, (typeof columns)[number]>>;

/** One round trip for the entry, its event and the webhooks that are told of it. */
const insertEntry = compiledOnce<Row & EventRow, Told, 'entry only' | 'with event'>((row, shape) => {
  const insert = sql<Told>`
    insert into log_entries (${sql.join(columns.map((name) => sql.ref(name)))})
    values (${sql.join(columns.map((name) => row[name]))})`;
  if (shape === 'entry only') return insert;
  return sql<Told>`with entry as (${insert}), ${storeEvent(row)}`;
});

/**
 * Writes the log entry of a change and its webhook deliveries, in the change's own transaction. Personal values are
 * stored encrypted with the key of the person whom they are about. After the commit, open pages of the campaign are
 * told.
 */
export async function record(work: Work, entry: NewEntry): Promise<void> {
  const { actor, tx, deps } = work;
  const { agreementId, tenantId, userId, data = {} } = entry;
  const userName = actor ? loggedName(actor) : deps.country.brand;
  const payerUserId = actor && isPayer(actor.role) && !actor.viewedBy ? actor.userId : null;
  const stored = await sealValues(
    { tx, secrets: deps.secrets },
    { userName, data },
    actor ? plainNameOf(actor) : userName,
    { agreementId, tenantId, userId, payerUserId },
  );
  const row: Row = {
    date: work.now,
    userId: actor && realActorOf(actor).userId,
    activityCode: entry.activityCode,
    description: entry.description ?? activities[entry.activityCode],
    ...stored,
    targetAgreementId: agreementId ?? null,
    targetTenantId: tenantId ?? null,
    targetUserId: userId ?? null,
    ipAddress: work.ipAddress,
  };
  const event = entry.isOnlyRead ? null : newEventOf(entry);
  const told = await insertEntry(tx, { ...row, ...eventRowOf(event) }, event ? 'with event' : 'entry only');
  if (agreementId !== undefined) work.afterCommit(() => deps.announce(agreementId));
  if (event) await postEvent(work, event, told);
}
