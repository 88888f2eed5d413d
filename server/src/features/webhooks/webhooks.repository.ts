import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { DeliveryState, Webhook, WebhookDelivery } from '@kerb/domain/webhooks/webhooks.contract.ts';
import {
  type Asked,
  changedOfTenant,
  inOrderOf,
  laterPage,
  readChanges,
  refuseOthers,
} from '@kerb/server/features/agreements/changed-records.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { pageOf } from '@kerb/server/platform/database/lists.ts';
import type { Versioned } from '@kerb/server/platform/http/mount.ts';
import { notFound, outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { sql } from 'kysely';

type Db = Database | Tx;

/** Whether the actor can see the webhooks of an organisation: all, or those of their own organisations. */
const isInScope = ({ everything, tenantIds }: AccessScope, tenantId: number): boolean =>
  tenantId !== platformTenantId && (everything || tenantIds.includes(tenantId));

export async function tenantInScope(db: Db, scope: AccessScope, tenantId: number): Promise<void> {
  const tenant = isInScope(scope, tenantId)
    ? await db.selectFrom('tenants').select('id').where('id', '=', tenantId).executeTakeFirst()
    : undefined;
  if (!tenant) throw outOfScope(scope, tenantId, 'organisation');
}

const selectWebhooks = (db: Db) =>
  db
    .selectFrom('webhooks as w')
    .leftJoin('users as u', 'u.id', 'w.createdByUserId')
    .select(['w.id', 'w.tenantId', 'w.url', 'w.events', 'w.disabledReason', 'w.disabledSinceDate'])
    .select(['w.failingSinceDate', 'w.creationDate', 'w.lastDeliveryDate', 'w.version', 'u.firstName', 'u.surname'])
    .orderBy('w.id');

type Row = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['execute']>>[number];

const webhookView = ({ tenantId, firstName, surname, version: _, ...row }: Row): Webhook => ({
  ...row,
  href: `/v1/webhooks/${row.id}`,
  tenant: tenantId,
  active: row.disabledSinceDate === null,
  displayName: firstName === null || surname === null ? null : displayName({ firstName, surname }),
});

export async function webhooksOf(db: Db, tenantId: number): Promise<Webhook[]> {
  return (await selectWebhooks(db).where('w.tenantId', '=', tenantId).execute()).map(webhookView);
}

/** The webhooks in the order of their changes. `removed` has those that were deleted. */
export async function changedWebhooks(db: Database, tenantId: number, query: Asked) {
  const { ids, ...rest } = await changedOfTenant(db, { tenantId, kind: 'webhook' }, query);
  const byId = new Map((await webhooksOf(db, tenantId)).map((each) => [each.id, each]));
  const removed = ids.filter((id) => !byId.has(id)).map((id) => ({ href: `/v1/webhooks/${id}`, id }));
  return { items: ids.flatMap((id) => byId.get(id) ?? []), removed, ...rest };
}

export async function webhookInScope(db: Db, scope: AccessScope, id: number): Promise<Versioned<Webhook>> {
  const row = await selectWebhooks(db).where('w.id', '=', id).executeTakeFirst();
  if (!row || !isInScope(scope, row.tenantId)) throw outOfScope(scope, row?.tenantId, 'webhook');
  return { value: webhookView(row), version: row.version };
}

/** Locked until the transaction ends, so that concurrent changes run one after the other. */
export async function lockWebhook(tx: Tx, scope: AccessScope, id: number) {
  const row = await tx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || !isInScope(scope, row.tenantId)) throw outOfScope(scope, row?.tenantId, 'webhook');
  return row;
}
export type WebhookRow = Awaited<ReturnType<typeof lockWebhook>>;

const selectDeliveries = (db: Db) => db.selectFrom('webhookDeliveries as d').selectAll('d').orderBy('d.id', 'desc');
type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number];

async function withAttempts(db: Db, rows: DeliveryRow[]): Promise<WebhookDelivery[]> {
  const ids = rows.map(({ id }) => id);
  const attempts = ids.length
    ? await db.selectFrom('webhookAttempts').selectAll().where('deliveryId', 'in', ids).orderBy('id', 'desc').execute()
    : [];
  return rows.map(({ agreementId, body, nextAttemptDate, ...row }) => ({
    id: row.id,
    href: `/v1/webhook-deliveries/${row.id}`,
    eventId: row.eventId,
    type: row.type,
    agreement: agreementId,
    state: row.state,
    creationDate: row.creationDate,
    deliveredDate: row.deliveredDate,
    requestBody: body,
    nextAttemptDate: row.state === 'waiting' ? nextAttemptDate : null,
    attempts: attempts
      .filter(({ deliveryId }) => deliveryId === row.id)
      .map(({ id: _, deliveryId: __, ...attempt }) => attempt),
  }));
}

const mostPerPage = 100;
type DeliveryQuery = {
  page: number;
  perPage: number;
  state?: DeliveryState | undefined;
  updatedSince?: string | undefined;
  cursor?: string | undefined;
};

/** In the order of their changes: a delivery comes again with each attempt. */
export async function changedDeliveries(db: Database, webhookId: number, query: DeliveryQuery) {
  refuseOthers({ ...query, page: laterPage(query) }, ['state', 'page']);
  const { cursor, updatedSince } = query;
  const since = cursor === undefined && updatedSince !== undefined;
  const { ids, ...rest } = await readChanges(db, query, {
    name: `delivery ${webhookId}`,
    select: sql`
      select d.changed_xid as xid, d.id from webhook_deliveries d where d.webhook_id = ${webhookId}
        ${since ? sql`and coalesce(d.changed_date, d.creation_date) >= ${updatedSince}` : sql``}`,
    xid: sql`d.changed_xid`,
    id: sql`d.id`,
  });
  const rows = ids.length ? await selectDeliveries(db).where('d.id', 'in', ids).execute() : [];
  return { items: inOrderOf(ids, await withAttempts(db, rows)), ...rest };
}

/** Newest first, each with its attempts, latest first. */
export async function deliveriesOf(db: Db, webhookId: number, query: DeliveryQuery) {
  const { limit, offset } = pageOf(query, mostPerPage);
  const { state } = query;
  const ofState = selectDeliveries(db)
    .where('d.webhookId', '=', webhookId)
    .$if(state !== undefined, (select) => select.where('d.state', '=', must(state, 'state')));
  const rows = await ofState.limit(limit).offset(offset).execute();
  const { totalItems } = await ofState
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('totalItems'))
    .executeTakeFirstOrThrow();
  return { items: await withAttempts(db, rows), totalItems: Number(totalItems) };
}

export async function deliveryOf(db: Db, id: number): Promise<WebhookDelivery> {
  const rows = await selectDeliveries(db).where('d.id', '=', id).execute();
  const [delivery] = await withAttempts(db, rows);
  if (!delivery) throw notFound('delivery');
  return delivery;
}
