import type { Role } from '@kerb/domain/access/actor.ts';
import { onAccepting } from '@kerb/domain/team/team-rules.ts';
import { leaveTeams } from '@kerb/server/features/people/leave-teams.ts';
import { createUser } from '@kerb/server/features/people/save-user.ts';
import { isOfRole } from '@kerb/server/features/session/passkeys.repository.ts';
import { endPasskeys, keepPasskeys } from '@kerb/server/features/session/second-factor.ts';
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

export type Invited = { id: number; role: Role; isDisabled: boolean; hasPassword: boolean; hasPasskey: boolean };

/** The user who already has the invited address, if any. */
export async function invitedUser(db: Database | Tx, emailAddress: string): Promise<Invited | null> {
  const { rows } = await sql<Invited>`
    select u.id, u.role,
      u.disabled_date is not null or exists (select from credentials c
        where c.user_id = u.id and c.type = 'logon' and c.disabled_since_date is not null) as is_disabled,
      exists (select from credentials c
        where c.user_id = u.id and c.type = 'logon' and c.password_hash is not null) as has_password,
      exists (select from passkeys p where p.user_id = u.id and ${isOfRole}) as has_passkey
    from users u where lower(u.email_address) = lower(${emailAddress})`.execute(db);
  return rows[0] ?? null;
}

async function register(work: Work, invitation: InvitationRecord): Promise<Invited> {
  const { firstName, surname, emailAddress, mobilePhone, jobTitle } = invitation;
  const person = { firstName, surname, emailAddress, mobilePhone, jobTitle, role: 'tenant_user' } as const;
  const id = await createUser(work, person, 'user_register');
  return { id, role: 'tenant_user', isDisabled: false, hasPassword: false, hasPasskey: false };
}

/** `isProved`: the user has used their passkey to accept. */
type Joining = { tenantId: number; isProved: boolean };

/** Memberships that an earlier release left do not come back with the role. */
async function changeRole(work: Work, user: Invited, role: Role, { tenantId, isProved }: Joining): Promise<void> {
  if (user.role === role) return;
  await leaveTeams(work, user.id);
  await work.tx.updateTable('users').set({ role, lastUpdateDate: work.now }).where('id', '=', user.id).execute();
  await (isProved ? keepPasskeys(work, user.id, role) : endPasskeys(work, user.id));
  const data = { role: { before: user.role, after: role } };
  await record(work, { activityCode: 'user_perm_change', userId: user.id, tenantId, data });
}

async function linkTo(work: Work, user: Invited, invitation: InvitationRecord, isProved: boolean): Promise<void> {
  const { tenantId, tenantUserType, receivesAllAgentNotices, receivesBillingEmailNotices } = invitation;
  const { role, isLinked } = onAccepting[user.role];
  if (!isLinked) return;
  for (const inviter of invitation.inviterUserIds) await rememberMakers(work, user.id, inviter);
  await changeRole(work, user, role, { tenantId, isProved });
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

/** How the account is opened from now on: by a new password or passkey, or as before. */
export type Opening =
  | { by: 'password'; passwordHash: string }
  | { by: 'first passkey' }
  /** A user who has a password logs in with it afterwards. */
  | { by: 'known password' }
  /** A user who has passkeys only has used one of them. */
  | { by: 'own passkey' };

const hasLogin = ({ hasPassword, hasPasskey }: Pick<Invited, 'hasPassword' | 'hasPasskey'>): boolean =>
  hasPassword || hasPasskey;

const isPossible = (user: Invited | null, { by }: Opening): boolean => {
  if (!user || !hasLogin(user)) return by === 'password' || by === 'first passkey';
  return by === (user.hasPassword ? 'known password' : 'own passkey');
};

/**
 * Accepts an invitation once. A new user, or one who has no login, supplies the hash of the chosen password or makes a
 * passkey; others keep what they have. Null if the link no longer works, or the account with that address is disabled.
 */
export async function acceptInvitation(
  work: Work,
  { token, opening }: { token: string; opening: Opening },
): Promise<Accepted | null> {
  const invitation = await invitationByToken(work.tx, sha256(token), { locked: true });
  if (!invitation) return null;
  const existing = await invitedUser(work.tx, invitation.emailAddress);
  if (existing?.isDisabled) return null;
  if (!isPossible(existing, opening)) return null;
  const user = existing ?? (await register(work, invitation));
  if (opening.by === 'password') await setPassword(work, { userId: user.id, passwordHash: opening.passwordHash });
  await linkTo(work, user, invitation, opening.by === 'own passkey');
  await givePicture(work, user.id, invitation.profilePictureAssetId);
  await work.tx
    .updateTable('userInvitations')
    .set({ acceptedDate: work.now, acceptedUserId: user.id, lastUpdateDate: work.now })
    .where('id', '=', invitation.id)
    .execute();
  return { userId: user.id, tenantId: invitation.tenantId };
}
