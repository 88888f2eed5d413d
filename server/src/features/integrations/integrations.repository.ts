import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { IntegrationCredential } from '@kerb/domain/integrations/integrations.contract.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { notFound } from '@kerb/server/platform/http/problem.ts';

/** Only for callers who see all organisations. A missing organisation is a 404, as everywhere. */
export async function tenantOf(db: Database | Tx, { everything }: AccessScope, tenantId: number) {
  const tenant =
    everything && tenantId !== platformTenantId
      ? await db.selectFrom('tenants').select(['id', 'defaultTimeZone']).where('id', '=', tenantId).executeTakeFirst()
      : undefined;
  if (!tenant) throw notFound('organisation');
  return tenant;
}

export async function lockTenantOf(tx: Tx, scope: AccessScope, tenantId: number) {
  const tenant = await tenantOf(tx, scope, tenantId);
  await tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();
  return tenant;
}

/** Newest first, and never with their secrets. */
export async function credentialsOf(db: Database | Tx, tenantId: number): Promise<IntegrationCredential[]> {
  const rows = await db
    .selectFrom('credentials as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .select(['c.id', 'c.userId', 'c.logonIdentifier', 'c.creationDate', 'c.lastUsageDate', 'c.expiryDate'])
    .select(['c.disabledSinceDate', 'u.firstName', 'u.surname'])
    .where('c.tenantId', '=', tenantId)
    .where('c.type', '=', 'clientid')
    .orderBy('c.id', 'desc')
    .execute();
  return rows.map(({ userId, logonIdentifier, firstName, surname, ...row }) => ({
    ...row,
    href: `/v1/integration-credentials/${row.id}`,
    clientId: logonIdentifier,
    user: userId,
    displayName: displayName({ firstName, surname }),
  }));
}
