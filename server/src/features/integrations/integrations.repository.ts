import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { ServiceIdentity } from '@kerb/domain/integrations/integrations.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Versioned } from '@kerb/server/platform/http/mount.ts';
import { outOfScope } from '@kerb/server/platform/problems/problem.ts';

type Db = Database | Tx;

/** Whether the actor manages the programs of an organisation: of all of them, or of their own. */
const isInScope = ({ everything, tenantIds }: AccessScope, tenantId: number): boolean =>
  tenantId !== platformTenantId && (everything || tenantIds.includes(tenantId));

export async function tenantInScope(db: Db, scope: AccessScope, tenantId: number) {
  const tenant = isInScope(scope, tenantId)
    ? await db.selectFrom('tenants').select(['id', 'defaultTimeZone']).where('id', '=', tenantId).executeTakeFirst()
    : undefined;
  if (!tenant) throw outOfScope(scope, tenantId, 'organisation');
  return tenant;
}

const selectIdentities = (db: Db) =>
  db
    .selectFrom('serviceIdentities as i')
    .leftJoin('users as o', 'o.id', 'i.ownerUserId')
    .leftJoin('users as g', 'g.id', 'i.agentUserId')
    .leftJoin('users as c', 'c.id', 'i.createdByUserId')
    .selectAll('i')
    .select(['o.firstName as ownerFirst', 'o.surname as ownerLast', 'g.firstName as agentFirst'])
    .select(['g.surname as agentLast', 'c.firstName as creatorFirst', 'c.surname as creatorLast'])
    .orderBy('i.id', 'desc');
type Row = Awaited<ReturnType<ReturnType<typeof selectIdentities>['execute']>>[number];

const nameOf = (firstName: string | null, surname: string | null): string | null =>
  firstName === null ? null : displayName({ firstName, surname: surname ?? '' });

const selectCredentials = (db: Db, identityIds: readonly number[]) =>
  db
    .selectFrom('serviceCredentials')
    .select(['id', 'serviceIdentityId', 'kind', 'keyId', 'algorithm', 'createdDate as creationDate'])
    .select(['expiryDate', 'endedDate', 'endReason', 'lastUsageDate'])
    .where('serviceIdentityId', 'in', identityIds)
    .orderBy('id', 'desc')
    .execute();

/** The webhooks that are on, by the program that chose their address. */
export const webhooksBy = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'urlByUserId'])
    .where('urlByUserId', 'in', userIds)
    .where('disabledSinceDate', 'is', null)
    .orderBy('id')
    .execute();

type Parts = Pick<ServiceIdentity, 'credentials' | 'webhooks'>;

function identityView(row: Row, { credentials, webhooks }: Parts): ServiceIdentity {
  const { id, tenantId, clientId, name, scopes, ownerUserId, ownerLostDate, agentUserId, createdDate } = row;
  const { lastUsageDate, lastUsageNetwork, endedDate, endReason } = row;
  return {
    id,
    href: `/v1/service-identities/${id}`,
    tenant: tenantId,
    clientId,
    name,
    scopes,
    owner: ownerUserId,
    ownerName: nameOf(row.ownerFirst, row.ownerLast),
    ownerLostDate,
    agentUser: agentUserId,
    agentUserName: nameOf(row.agentFirst, row.agentLast),
    creationDate: createdDate,
    createdByName: nameOf(row.creatorFirst, row.creatorLast),
    lastUsageDate,
    lastUsageNetwork,
    endedDate,
    endReason,
    credentials,
    webhooks,
  };
}

async function withParts(db: Db, rows: readonly Row[]): Promise<ServiceIdentity[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const credentials = await selectCredentials(db, ids);
  const ofIdentity = (id: number) =>
    credentials
      .filter(({ serviceIdentityId }) => serviceIdentityId === id)
      .map(({ serviceIdentityId: _, ...row }) => ({ ...row, href: `/v1/service-credentials/${row.id}` }));
  const chosen = await webhooksBy(
    db,
    rows.map(({ userId }) => userId),
  );
  const webhooksOf = (userId: number) =>
    chosen
      .filter(({ urlByUserId }) => urlByUserId === userId)
      .map(({ id, url }) => ({ href: `/v1/webhooks/${id}`, url }));
  return rows.map((row) => identityView(row, { credentials: ofIdentity(row.id), webhooks: webhooksOf(row.userId) }));
}

/** Newest first, those that ended last, and never with their secrets. */
export async function identitiesOf(db: Db, tenantId: number): Promise<ServiceIdentity[]> {
  const found = await withParts(db, await selectIdentities(db).where('i.tenantId', '=', tenantId).execute());
  const isEnded = ({ endedDate }: ServiceIdentity) => endedDate !== null;
  return [...found.filter((each) => !isEnded(each)), ...found.filter(isEnded)];
}

export async function identityInScope(db: Db, scope: AccessScope, id: number): Promise<Versioned<ServiceIdentity>> {
  const row = await selectIdentities(db).where('i.id', '=', id).executeTakeFirst();
  const [value] = row ? await withParts(db, [row]) : [];
  if (!row || !value || !isInScope(scope, row.tenantId)) throw outOfScope(scope, row?.tenantId, 'program');
  return { value, version: row.version };
}

/** Locked until the transaction ends, so that concurrent changes run one after the other. */
export async function lockIdentity(tx: Tx, scope: AccessScope, id: number) {
  const row = await tx.selectFrom('serviceIdentities').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || !isInScope(scope, row.tenantId)) throw outOfScope(scope, row?.tenantId, 'program');
  return row;
}
export type IdentityRow = Awaited<ReturnType<typeof lockIdentity>>;
