import { memberLeftMessage } from '@kerb/domain/notifications/member-left.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { tellManagersOf } from '@kerb/server/platform/auth/tell-managers.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * Ends every membership of a person whose role changes. If a row stayed, a later role would bring the access back, and
 * nobody in that organisation would have been asked. The managers are told.
 */
export async function leaveTeams(work: Work, userId: number): Promise<void> {
  const left = await work.tx
    .deleteFrom('tenantUsers')
    .where('userId', '=', userId)
    .returning(['tenantId', 'tenantUserType'])
    .execute();
  if (left.length === 0) return;
  const names = work.tx.selectFrom('users').select(['firstName', 'surname']).where('id', '=', userId);
  const memberName = displayName(await names.executeTakeFirstOrThrow());
  for (const { tenantId, tenantUserType } of left) {
    const data = { tenantUserType: { before: tenantUserType, after: 'none' } };
    await record(work, { activityCode: 'user_perm_change', tenantId, userId, data });
    await tellManagersOf(work, tenantId, (facts) => memberLeftMessage({ ...facts, memberName }));
  }
}
