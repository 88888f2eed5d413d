import { standingIn } from '@kerb/domain/access/access-scope.ts';
import { type Role, roles } from '@kerb/domain/access/actor.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import type { newMember, SavedMember } from '@kerb/domain/team/team.contract.ts';
import { decideAccess, decideDetails, mayJoin } from '@kerb/domain/team/team-rules.ts';
import { replacePicture } from '@kerb/server/features/people/people-pictures.ts';
import { revokeInvitationsTo } from '@kerb/server/features/team/end-invitations.ts';
import { holdTeam, type MemberRecord, memberRecords } from '@kerb/server/features/team/team.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid, mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import { reviewRightsOf } from '@kerb/server/platform/rights/review-rights.ts';
import { rememberMakers } from '@kerb/server/platform/second-person/second-person.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type Place = { tenantId: number; userId: number };

export async function addMember(work: Work, tenantId: number, body: z.output<typeof newMember>): Promise<number> {
  const { user: userId, ...settings } = body;
  const user = await work.tx
    .selectFrom('users')
    .select(['role', 'disabledDate'])
    .where('id', '=', userId)
    .where('role', 'in', roles)
    .$narrowType<{ role: Role }>()
    .executeTakeFirst();
  if (!user || !mayJoin(user)) {
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
  await rememberMakers(work, userId);
  await reviewRightsOf(work, userId);
  return userId;
}

type Access = Pick<SavedMember, 'tenantUserType' | 'receivesAllAgentNotices' | 'receivesBillingEmailNotices'>;

async function saveAccess(work: Work, member: MemberRecord, sent: Access): Promise<void> {
  const { tenantId, userId, tenantUserType } = member;
  const isSelf = work.actor?.userId === userId;
  const next = mustAllow(decideAccess({ isSelf, now: tenantUserType, next: sent.tenantUserType ?? tenantUserType }));
  const data = changesBetween<object>(member, sent);
  if (Object.keys(data).length === 0) return;
  const { tx } = work;
  if (next === 'none') {
    await tx.deleteFrom('tenantUsers').where('tenantId', '=', tenantId).where('userId', '=', userId).execute();
    // The link of an earlier invitation would bring them back.
    await revokeInvitationsTo(work, userId, tenantId);
  } else {
    await tx
      .updateTable('tenantUsers')
      .set({ ...sent, tenantUserType: next })
      .where('tenantId', '=', tenantId)
      .where('userId', '=', userId)
      .execute();
  }
  await record(work, { activityCode: 'user_perm_change', tenantId, userId, data });
  if (next === tenantUserType) return;
  if (next !== 'none') await rememberMakers(work, userId);
  await reviewRightsOf(work, userId);
}

type Details = Omit<SavedMember, keyof Access>;

async function saveDetails(work: Work, member: MemberRecord, sent: Details): Promise<void> {
  const { mobilePhone, profilePicture, jobTitle, ...names } = sent;
  const changes = {
    ...names,
    ...(jobTitle !== undefined && { jobTitle: jobTitle || null }),
    ...(mobilePhone !== undefined && {
      mobilePhone: mobilePhone ? mustAllow(parseMobile(mobilePhone, work.deps.country)) : null,
    }),
    ...(profilePicture !== undefined && {
      profilePictureAssetId: await replacePicture(work, profilePicture, {
        usedFor: 'portrait',
        present: member.profilePictureAssetId,
      }),
    }),
  };
  const data = changesBetween<object>(member, changes);
  if (Object.keys(data).length === 0) return;
  const standing = work.actor && standingIn(work.actor, member.tenantId);
  mustAllow(decideDetails(standing, member));
  await work.tx
    .updateTable('users')
    .set({ ...changes, lastUpdateDate: work.now })
    .where('id', '=', member.userId)
    .execute();
  await record(work, { activityCode: 'user_update', tenantId: member.tenantId, userId: member.userId, data });
}

/** Changes a member. Removed access ends at their next request, not when their token expires. */
export async function saveMember(work: Work, { tenantId, userId }: Place, body: SavedMember): Promise<void> {
  await holdTeam(work, tenantId);
  const [member] = await memberRecords(work.tx, tenantId, userId);
  if (!member) throw notFound('team member');
  const { tenantUserType, receivesAllAgentNotices, receivesBillingEmailNotices, ...details } = body;
  const access = {
    ...(tenantUserType !== undefined && { tenantUserType }),
    ...(receivesAllAgentNotices !== undefined && { receivesAllAgentNotices }),
    ...(receivesBillingEmailNotices !== undefined && { receivesBillingEmailNotices }),
  };
  await saveDetails(work, member, details);
  await saveAccess(work, member, access);
}
