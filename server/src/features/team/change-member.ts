import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import type { newMember, savedMember } from '@kerb/domain/team/team.contract.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid, notFound, Problem } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type Place = { tenantId: number; userId: number };

export async function addMember(work: Work, tenantId: number, body: z.output<typeof newMember>): Promise<number> {
  const { user: userId, ...settings } = body;
  const user = await work.tx
    .selectFrom('users')
    .select(['role', 'disabledDate'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user?.role !== 'tenant_user' || user.disabledDate !== null) {
    throw invalid(fieldError('user', 'notValid', 'Choose an active user with the role Tenant User.'));
  }
  const added = await work.tx
    .insertInto('tenantUsers')
    .values({
      tenantId,
      userId,
      tenantUserType: settings.tenantUserType,
      receivesAllAgentNotices: settings.receivesAllAgentNotices ?? false,
      receivesBillingEmailNotices: settings.receivesBillingEmailNotices ?? false,
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
    .returning('userId')
    .executeTakeFirst();
  if (!added) throw invalid(fieldError('user', 'conflictingValue', 'This user is a member already.'));
  const data = { tenantUserType: { before: 'none', after: settings.tenantUserType } };
  await record(work, { activityCode: 'user_perm_change', tenantId, userId, data });
  return userId;
}

/** Changes a member's access. It is gone at their next request, not when their token expires. */
export async function saveMember(work: Work, { tenantId, userId }: Place, body: z.output<typeof savedMember>) {
  const link = await work.tx
    .selectFrom('tenantUsers')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!link) throw notFound('team member');
  const next = body.tenantUserType ?? link.tenantUserType;
  if (work.actor?.userId === userId && link.tenantUserType === 'manager' && next !== 'manager') {
    throw new Problem(409, 'own-access', "You can't remove your own access.");
  }
  const data = changesBetween<object>(link, body);
  if (Object.keys(data).length === 0) return;
  const { tx } = work;
  if (next === 'none') {
    await tx.deleteFrom('tenantUsers').where('tenantId', '=', tenantId).where('userId', '=', userId).execute();
  } else {
    await tx
      .updateTable('tenantUsers')
      .set({ ...body, tenantUserType: next })
      .where('tenantId', '=', tenantId)
      .where('userId', '=', userId)
      .execute();
  }
  await record(work, { activityCode: 'user_perm_change', tenantId, userId, data });
}
