import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { parsePhone } from '@kerb/domain/payers/phone.ts';
import type { newUser, savedUser } from '@kerb/domain/people/people.contract.ts';
import { findUser } from '@kerb/server/features/people/people.repository.ts';
import { changeLogon } from '@kerb/server/features/session/change-logon.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { invalid, mustAllow, notFound, Problem } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';
import type * as z from 'zod/mini';

const uniqueViolation = '23505';
const emailTaken = () =>
  invalid(fieldError('emailAddress', 'conflictingValue', 'Another user has this email address.'));

/** Only the index knows, when two people are given one address at the same moment. */
function tellWhereTaken(error: Error & { code?: string }): never {
  throw error.code === uniqueViolation ? emailTaken() : error;
}

const phoneOf = (work: Work, typed: string | null | undefined) =>
  typed ? mustAllow(parsePhone(typed, work.deps.country)).number : null;

export async function createUser(work: Work, body: z.output<typeof newUser>): Promise<number> {
  const made = await work.tx
    .insertInto('users')
    .values({
      emailAddress: body.emailAddress,
      firstName: body.firstName,
      surname: body.surname,
      mobilePhone: phoneOf(work, body.mobilePhone),
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
  await record(work, { activityCode: 'user_create', userId: made.id, data: { role: body.role } });
  return made.id;
}

/** Changes a user. Disabling one, or giving them another role, takes effect at their next request. */
export async function saveUser(work: Work, id: number, body: z.output<typeof savedUser>): Promise<void> {
  await sql`select id from users where id = ${id} for update`.execute(work.tx);
  const user = await findUser(work.tx, id);
  if (!user) throw notFound('user');
  const { disabled, mobilePhone, ...sent } = body;
  const losesAccess = disabled || (sent.role !== undefined && sent.role !== user.role);
  if (losesAccess && work.actor?.userId === id) {
    throw new Problem(409, 'own-access', "You can't remove your own access.");
  }

  const changes = {
    ...sent,
    ...(mobilePhone !== undefined && { mobilePhone: phoneOf(work, mobilePhone) }),
    ...(disabled !== undefined && { disabledDate: disabled ? (user.disabledDate ?? work.now) : null }),
  };
  const changed = changesBetween(user, changes);
  if (Object.keys(changed).length === 0) return;
  await work.tx
    .updateTable('users')
    .set({ ...changes, lastUpdateDate: work.now })
    .where('id', '=', id)
    .execute()
    .catch(tellWhereTaken);
  if (changed.emailAddress && body.emailAddress)
    await changeLogon(work, { userId: id, emailAddress: body.emailAddress });
  if (changed.disabledDate || changed.role) await endSignInsOfUser(work.tx, id);
  await record(work, { activityCode: changed.role ? 'user_perm_change' : 'user_update', userId: id, data: changed });
}
