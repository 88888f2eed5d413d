import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { parseMobile } from '@kerb/domain/kernel/phone.ts';
import type { NewUser, SavedUser, User } from '@kerb/domain/people/people.contract.ts';
import { ownAccess } from '@kerb/domain/team/team-rules.ts';
import { userById } from '@kerb/server/features/people/people.repository.ts';
import { takePicture } from '@kerb/server/features/people/people-pictures.ts';
import { changeLogon } from '@kerb/server/features/session/change-logon.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { invalid, mustAllow, Problem } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const uniqueViolation = '23505';
const emailTaken = () =>
  invalid(fieldError('emailAddress', 'conflictingValue', 'Another user has this email address.'));

/** If two users get one address at the same moment, only the unique index detects it. */
function refuseTakenEmail(error: Error & { code?: string }): never {
  throw error.code === uniqueViolation ? emailTaken() : error;
}

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
      createdDate: work.now,
      lastUpdateDate: work.now,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email_address)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw emailTaken();
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

/** The sent values as columns of the account. */
async function columnsOf(work: Work, user: User, body: SavedUser) {
  const { disabled, mobilePhone, jobTitle, profilePicture, primaryMobileIsConfirmed: _, ...sent } = body;
  return {
    ...sent,
    ...(jobTitle !== undefined && { jobTitle: jobTitle || null }),
    ...(mobilePhone !== undefined && { mobilePhone: mobileOf(work, mobilePhone) }),
    ...(disabled !== undefined && { disabledDate: disabled ? (user.disabledDate ?? work.now) : null }),
    ...(profilePicture !== undefined && { profilePictureAssetId: await takePicture(work, profilePicture) }),
  };
}

function refuseOwnLoss(work: Work, user: User, { disabled, role }: SavedUser): void {
  const losesAccess = disabled || (role !== undefined && role !== user.role);
  if (losesAccess && work.actor?.userId === user.id) throw new Problem(409, 'own-access', ownAccess);
}

/** Changes a user. Disabling one, or giving them another role, takes effect at their next request. */
export async function saveUser(work: Work, id: number, body: SavedUser): Promise<void> {
  await sql`select id from users where id = ${id} for update`.execute(work.tx);
  const user = await userById(work.tx, id);
  refuseOwnLoss(work, user, body);
  const columns = await columnsOf(work, user, body);
  if (Object.keys(columns).length > 0) {
    await work.tx
      .updateTable('users')
      .set({ ...columns, lastUpdateDate: work.now })
      .where('id', '=', id)
      .execute()
      .catch(refuseTakenEmail);
  }
  if (body.primaryMobileIsConfirmed !== undefined) await confirmMobile(work, id, body.primaryMobileIsConfirmed);
  const { lastUpdateDate: _, ...after } = await userById(work.tx, id);
  const changed = changesBetween(user, after);
  delete changed.agencyNames;
  delete changed.displayName;
  if (Object.keys(changed).length === 0) return;
  if (changed.emailAddress) await changeLogon(work, { userId: id, emailAddress: after.emailAddress });
  if (changed.disabledDate || changed.role) await endSignInsOfUser(work.tx, id);
  await record(work, { activityCode: changed.role ? 'user_perm_change' : 'user_update', userId: id, data: changed });
}
