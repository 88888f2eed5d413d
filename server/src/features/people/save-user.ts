import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import { adminEndedMessage } from '@kerb/domain/notifications/second-person-messages.ts';
import { heldChanges, losesAdmin, roleUntilConfirmed } from '@kerb/domain/people/held-changes.ts';
import type { NewUser, SavedUser, User } from '@kerb/domain/people/people.contract.ts';
import { ownAccess } from '@kerb/domain/team/team-rules.ts';
import { leaveTeams } from '@kerb/server/features/people/leave-teams.ts';
import { userById } from '@kerb/server/features/people/people.repository.ts';
import { replacePicture } from '@kerb/server/features/people/people-pictures.ts';
import { changeAddress, emailTaken, refuseTaken } from '@kerb/server/features/session/change-address.ts';
import { sendInvite } from '@kerb/server/features/session/password-links.ts';
import { endPasskeys } from '@kerb/server/features/session/second-factor.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { invalid, mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import { reviewRightsOf } from '@kerb/server/platform/rights/review-rights.ts';
import { askForSecond } from '@kerb/server/platform/second-person/pending-acts.ts';
import { rememberMakers, restartStanding } from '@kerb/server/platform/second-person/second-person.ts';
import { adminsToTell, messageFacts, tell } from '@kerb/server/platform/second-person/tell-admins.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const mobileOf = (work: Work, typed: string | null | undefined) =>
  typed ? mustAllow(parseMobile(typed, work.deps.country)) : null;

export async function createUser(
  work: Work,
  body: NewUser,
  activityCode: 'user_create' | 'user_register' = 'user_create',
): Promise<number> {
  const made = await work.tx
    .insertInto('users')
    .values({
      emailAddress: body.emailAddress,
      firstName: body.firstName,
      surname: body.surname,
      mobilePhone: mobileOf(work, body.mobilePhone),
      jobTitle: body.jobTitle || null,
      role: body.role,
      disabledDate: null,
      // Whom the operator makes counts as a second person at once.
      standingSince: work.actor ? work.now : null,
      createdDate: work.now,
      lastUpdateDate: work.now,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email_address)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw emailTaken();
  await rememberMakers(work, made.id);
  await record(work, { activityCode, userId: made.id, data: { role: body.role } });
  return made.id;
}

/** Sets whether the account's mobile is confirmed. A new number never is. An old landline cannot be. */
async function confirmMobile(work: Work, id: number, isConfirmed: boolean): Promise<void> {
  const { rows } = await sql<{ mobilePhone: string | null }>`
    update contact_details set confirmation_date = ${isConfirmed ? work.now : null}
    where user_id = ${id} and type = 'phone' and is_primary and delete_date is null
    returning mobile_phone`.execute(work.tx);
  if (!isConfirmed) return;
  const [phone] = rows;
  if (!phone) throw invalid(fieldError('primaryMobileIsConfirmed', 'notValid', 'There is no mobile to confirm.'));
  mustAllow(parseMobile(phone.mobilePhone ?? '', work.deps.country));
}

async function pictureFor(work: Work, userId: number, assetId: number | null): Promise<number | null> {
  const { profilePictureAssetId: present } = await work.tx
    .selectFrom('users')
    .select('profilePictureAssetId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return replacePicture(work, assetId, { usedFor: 'portrait', present });
}

/** The sent values as columns of the account. */
async function columnsOf(work: Work, user: User, body: SavedUser) {
  const {
    disabled,
    mobilePhone,
    jobTitle,
    profilePicture,
    primaryMobileIsConfirmed: _,
    emailAddress: __,
    reason: ___,
    ...sent
  } = body;
  return {
    ...sent,
    ...(jobTitle !== undefined && { jobTitle: jobTitle || null }),
    ...(mobilePhone !== undefined && { mobilePhone: mobileOf(work, mobilePhone) }),
    ...(disabled !== undefined && { disabledDate: disabled ? (user.disabledDate ?? work.now) : null }),
    ...(profilePicture !== undefined && { profilePictureAssetId: await pictureFor(work, user.id, profilePicture) }),
  };
}

function refuseOwnLoss(work: Work, user: User, { disabled, role }: SavedUser): void {
  const losesAccess = disabled || (role !== undefined && role !== user.role);
  if (losesAccess && work.actor?.userId === user.id) throw new Problem(409, 'own-access', ownAccess);
}

const closedForGood = 'This account is closed for good. Make a new one, or invite the person again.';

async function lockUser(work: Work, id: number): Promise<User> {
  const { rows } = await sql<{ isClosed: boolean }>`
    select closed_date is not null as is_closed from users where id = ${id} for update`.execute(work.tx);
  if (rows[0]?.isClosed) throw new Problem(409, 'account-closed', closedForGood);
  return userById(work.tx, id);
}

/** All admins are told of a lost admin, and the person themselves. */
async function tellOfLostAdmin(work: Work, before: User, after: User): Promise<void> {
  if (!losesAdmin(before, after)) return;
  const isDisabled = after.disabledDate !== null;
  const message = adminEndedMessage({ ...messageFacts(work), subjectName: before.displayName, isDisabled });
  await tell(work, [...(await adminsToTell(work)), after], message);
}

/** Writes changes that nobody else has to confirm, or that somebody has confirmed and another admin asked for. */
async function writeUser(work: Work, user: User, body: SavedUser, askedBy: number | null = null): Promise<void> {
  const { id } = user;
  const columns = await columnsOf(work, user, body);
  if (Object.keys(columns).length > 0) {
    await work.tx
      .updateTable('users')
      .set({ ...columns, lastUpdateDate: work.now })
      .where('id', '=', id)
      .execute();
  }
  if (body.emailAddress !== undefined) await changeAddress(work, user, body.emailAddress, askedBy);
  if (body.primaryMobileIsConfirmed !== undefined) await confirmMobile(work, id, body.primaryMobileIsConfirmed);
  const after = await userById(work.tx, id);
  const { lastUpdateDate: _, pendingActs: __, agencyNames: ___, displayName: ____, ...values } = after;
  const changed = changesBetween<Partial<User>>(user, values);
  if (Object.keys(changed).length === 0) return;
  if (changed.disabledDate || changed.role) {
    await restartStanding(work, id);
    if (after.disabledDate === null) await rememberMakers(work, id, askedBy);
    if (changed.role) await endPasskeys(work, id);
    await endSignInsOfUser(work.tx, id);
    if (changed.role) await leaveTeams(work, id);
    await reviewRightsOf(work, id, { isAccountChanged: true });
  }
  await record(work, { activityCode: changed.role ? 'user_perm_change' : 'user_update', userId: id, data: changed });
  await tellOfLostAdmin(work, user, after);
}

/**
 * Changes a user. Disabling one, or giving them another role, takes effect at their next request. A new admin and an
 * admin's e-mail address wait for a second person. A new e-mail address may also wait until its owner confirms it.
 */
export async function saveUser(work: Work, id: number, { reason, ...body }: SavedUser): Promise<void> {
  const user = await lockUser(work, id);
  refuseOwnLoss(work, user, body);
  const { now, makesAdmin, newEmailAddress } = heldChanges(user, body);
  await writeUser(work, user, now);
  const act = { subjectId: id, subjectName: user.displayName, reason, subject: user };
  if (makesAdmin) await askForAdmin(work, id, reason);
  if (newEmailAddress !== null) {
    await refuseTaken(work, id, newEmailAddress);
    await askForSecond(work, { ...act, kind: 'admin-email', payload: { emailAddress: newEmailAddress } });
  }
}

const addressWaits =
  'This person is about to get a new email address. Make them an admin once they have confirmed it, or withdraw that change first.';

/** Asks a second admin to make this user an admin, with the address that they have now. */
export async function askForAdmin(work: Work, id: number, reason: string | undefined): Promise<void> {
  const subject = await userById(work.tx, id);
  const { emailAddress, pendingEmailAddress, displayName: subjectName } = subject;
  if (pendingEmailAddress !== null) throw invalid(fieldError('role', 'notValid', addressWaits));
  await askForSecond(work, {
    kind: 'make-admin',
    subjectId: id,
    subjectName,
    reason,
    subject,
    payload: { emailAddress },
  });
}

/** Creates a user and invites them. An admin is created without a role's rights until a second admin confirms. */
export async function createInvited(work: Work, { reason, ...body }: NewUser): Promise<number> {
  const role = roleUntilConfirmed(body.role);
  const id = await createUser(work, { ...body, role });
  await sendInvite(work, id);
  if (role !== body.role) await askForAdmin(work, id, reason);
  return id;
}

/** The second person has confirmed one address. An admin must not get another one by a change that was asked before. */
function refuseOtherAddress({ emailAddress, pendingEmailAddress }: User, confirmed: string | undefined): void {
  if (emailAddress !== confirmed) {
    throw new Problem(
      409,
      'act-outdated',
      'The email address of this person has changed since this was asked for. Refuse it and ask again.',
    );
  }
  if (pendingEmailAddress !== null) throw new Problem(409, 'act-outdated', addressWaits);
}

/** A change that a second admin has confirmed, and the user who asked for it. */
type Confirmed = { subjectId: number; askedByUserId: number; emailAddress: string | undefined };

export async function makeAdmin(work: Work, { subjectId: id, askedByUserId, emailAddress }: Confirmed): Promise<void> {
  const user = await lockUser(work, id);
  refuseOtherAddress(user, emailAddress);
  await writeUser(work, user, { role: 'admin', disabled: false }, askedByUserId);
}

/** The owner of the new address still confirms it, if the admin logs in with a password. */
export const changeAdminEmail = async (
  work: Work,
  { subjectId: id, askedByUserId, emailAddress }: Confirmed,
): Promise<void> => writeUser(work, await lockUser(work, id), { emailAddress }, askedByUserId);
