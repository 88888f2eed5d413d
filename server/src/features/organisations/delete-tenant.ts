import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { lockTenant } from '@kerb/server/features/organisations/settings.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { removeStored } from '@kerb/server/platform/files/remove-stored.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Deletes an organisation that never had a campaign, with its team's access and its files. */
export async function deleteTenant(work: Work, scope: AccessScope, id: number, deps: Deps): Promise<void> {
  const { tx } = work;
  const tenant = await lockTenant(tx, scope, id);
  const campaign = await tx
    .selectFrom('agreements')
    .select('id')
    .where(({ eb, or }) => or([eb('tenantId', '=', id), eb('budgetOwnerTenantId', '=', id)]))
    .limit(1)
    .executeTakeFirst();
  if (campaign) throw new Problem(409, 'has-campaigns', 'An organisation that has campaigns cannot be deleted.');
  await tx.updateTable('tenants').set({ logoAssetId: null }).where('id', '=', id).execute();
  const files = await tx.deleteFrom('assets').where('tenantId', '=', id).returning('storageKey').execute();
  await tx.deleteFrom('tenants').where('id', '=', id).execute();
  await record(work, { activityCode: 'tenant_delete', tenantId: id, data: { name: tenant.settings.name } });
  work.afterCommit(() => {
    for (const { storageKey } of files) void removeStored(deps, storageKey);
  });
}
