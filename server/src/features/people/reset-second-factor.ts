import { isAdminAccount } from '@kerb/domain/people/held-changes.ts';
import { userById } from '@kerb/server/features/people/people.repository.ts';
import { resetFactors } from '@kerb/server/features/session/second-factor.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { askForSecond } from '@kerb/server/platform/second-person/pending-acts.ts';
import { rememberMakers, restartStanding } from '@kerb/server/platform/second-person/second-person.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/** Turns the second factor off at once. For an admin a second admin has confirmed it. */
export async function carryOutReset(work: Work, id: number, askedBy: number | null = null): Promise<void> {
  if (!(await resetFactors(work, id))) return;
  await restartStanding(work, id);
  await rememberMakers(work, id, askedBy);
}

/**
 * For a user who lost their phone or passkeys, and the recovery codes. For one's own, Account Details needs a password
 * and a code. An admin's waits for a second person.
 */
export async function resetSecondFactor(work: Work, id: number, reason: string | undefined): Promise<void> {
  const user = await userById(work.tx, id);
  if (work.actor?.userId === id) {
    throw new Problem(409, 'own-access', 'Turn off your own two-step login in Account Details.');
  }
  if (!isAdminAccount(user)) return carryOutReset(work, id);
  if (!user.secondFactorIsOn) return;
  const { displayName: subjectName } = user;
  await askForSecond(work, { kind: 'admin-second-factor', subjectId: id, subjectName, reason, subject: user });
}

/** By the operator, if no two other admins are left to confirm it; false if this user has no second factor. */
export async function resetByOperator(work: Work, emailAddress: string): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where lower(u.email_address) = lower(${emailAddress}) and (
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_date is not null)
      or exists (select from passkeys p where p.user_id = u.id))`.execute(work.tx);
  const [user] = rows;
  if (!user) return false;
  await carryOutReset(work, user.id);
  return true;
}
