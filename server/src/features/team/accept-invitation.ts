import type { Role } from '@kerb/domain/access/actor.ts';
import { onAccepting } from '@kerb/domain/team/team-rules.ts';
import { leaveTeams } from '@kerb/server/features/people/leave-teams.ts';
import { createUser } from '@kerb/server/features/people/save-user.ts';
import { endPasskeys } from '@kerb/server/features/session/second-factor.ts';
import { setPassword } from '@kerb/server/features/session/set-password.ts';
import { type InvitationRecord, invitationByToken } from '@kerb/server/features/team/invitations.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { discardAsset } from '@kerb/server/platform/files/take-asset.ts';
import { reviewRightsOf } from '@kerb/server/platform/rights/review-rights.ts';
import { rememberMakers } from '@kerb/server/platform/second-person/second-person.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

export type Invited = { id: number; role: Role; isDisabled: boolean; hasPassword: boolean };

/** The user who already has the invited address, if any. */
export async function invitedUser(db: Database | Tx, emailAddress: string): Promise<Invited | null> {
  const { rows } = await sql<Invited>`
    select u.id, u.role,
      u.disabled_date is not null or exists (select from credentials c
        where c.user_id = u.id and c.type = 'logon' and c.disabled_since_date is not null) as is_disabled,
      exists (select from credentials c
        where c.user_id = u.id and c.type = 'logon' and c.password_hash is not null) as has_password
    from users u where lower(u.email_address) = lower(${emailAddress})`.execute(db);
  return rows[0] ?? null;
}

async function register(work: Work, invitation: InvitationRecord): Promise<Invited> {
  const { firstName, surname, emailAddress, mobilePhone, jobTitle } = invitation;
  const person = { firstName, surname, emailAddress, mobilePhone, jobTitle, role: 'tenant_user' } as const;
  const id = await createUser(work, person, 'user_register');
  return { id, role: 'tenant_user', isDisabled: false, hasPassword: false };
}

/** Memberships that an earlier release left do not come back with the role. */
async function changeRole(work: Work, user: Invited, role: Role, tenantId: number): Promise<void> {
  if (user.role === role) return;
  await leaveTeams(work, user.id);
  await work.tx.updateTable('users').set({ role, lastUpdateDate: work.now }).where('id', '=', user.id).execute();
  await endPasskeys(work, user.id);
  const data = { role: { before: user.role, after: role } };
  await record(work, { activityCode: 'user_perm_change', userId: user.id, tenantId, data });
}

async function linkTo(work: Work, user: Invited, invitation: InvitationRecord): Promise<void> {
  const { tenantId, tenantUserType, receivesAllAgentNotices, receivesBillingEmailNotices } = invitation;
  const { role, isLinked } = onAccepting[user.role];
  if (!isLinked) return;
  for (const inviter of invitation.inviterUserIds) await rememberMakers(work, user.id, inviter);
  await changeRole(work, user, role, tenantId);
  const linked = await work.tx
    .insertInto('tenantUsers')
    .values({ tenantId, userId: user.id, tenantUserType, receivesAllAgentNotices, receivesBillingEmailNotices })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
    .returning('userId')
    .executeTakeFirst();
  if (!linked) return;
  const data = { tenantUserType: { before: 'none', after: tenantUserType } };
  await record(work, { activityCode: 'user_perm_change', tenantId, userId: user.id, data });
  await reviewRightsOf(work, user.id, { isAccountChanged: user.role !== role });
}

async function givePicture(work: Work, userId: number, assetId: number | null): Promise<void> {
  if (assetId === null) return;
  const { numUpdatedRows } = await work.tx
    .updateTable('users')
    .set({ profilePictureAssetId: assetId })
    .where('id', '=', userId)
    .where('profilePictureAssetId', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await discardAsset(work.tx, assetId);
  else await work.tx.updateTable('assets').set({ usedFor: 'portrait' }).where('id', '=', assetId).execute();
}

export type Accepted = { userId: number; tenantId: number };

/**
 * Accepts an invitation once. A new user, or one without a password, supplies the hash of the chosen password; others
 * keep theirs. Null if the link no longer works, or the account with that address is disabled.
 */
export async function acceptInvitation(
  work: Work,
  { token, passwordHash }: { token: string; passwordHash: string | null },
): Promise<Accepted | null> {
  const invitation = await invitationByToken(work.tx, sha256(token), { locked: true });
  if (!invitation) return null;
  const existing = await invitedUser(work.tx, invitation.emailAddress);
  if (existing?.isDisabled) return null;
  const needsPassword = !existing?.hasPassword;
  if (needsPassword && passwordHash === null) return null;
  const user = existing ?? (await register(work, invitation));
  if (needsPassword && passwordHash !== null) await setPassword(work, { userId: user.id, passwordHash });
  await linkTo(work, user, invitation);
  await givePicture(work, user.id, invitation.profilePictureAssetId);
  await work.tx
    .updateTable('userInvitations')
    .set({ acceptedDate: work.now, acceptedUserId: user.id, lastUpdateDate: work.now })
    .where('id', '=', invitation.id)
    .execute();
  return { userId: user.id, tenantId: invitation.tenantId };
}
