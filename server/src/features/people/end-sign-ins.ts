import { userById } from '@kerb/server/features/people/people.repository.ts';
import { endAllSteps, endStepsOfUser } from '@kerb/server/features/session/sign-in-steps.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { endEverySignIn, endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

/**
 * For a lost telephone or a stolen computer: the person who has it is logged out. For one's own, see Account Details.
 */
export async function endSignIns(work: Work, id: number): Promise<void> {
  await userById(work.tx, id);
  if (work.actor?.userId === id) {
    throw new Problem(409, 'own-access', 'End your own sign-ins in Account Details.');
  }
  await logOut(work, id);
}

async function logOut(work: Work, id: number): Promise<number> {
  const ended = await endSignInsOfUser(work.tx, id);
  await endStepsOfUser(work.tx, id);
  await record(work, { activityCode: 'user_update', userId: id, description: 'Logged out everywhere' });
  return ended;
}

/** By the operator. Null if nobody has this address. */
export async function endSignInsOf(work: Work, emailAddress: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from users where lower(email_address) = lower(${emailAddress})`.execute(work.tx);
  return rows[0] ? logOut(work, rows[0].id) : null;
}

/** By the operator, after a leak. Payers open their link again, and programs get a new token. */
export async function endAllSignIns(work: Work): Promise<number> {
  const ended = await endEverySignIn(work.tx);
  await endAllSteps(work.tx);
  await record(work, {
    activityCode: 'user_update',
    description: 'Everybody logged out by the operator',
    data: { ended },
  });
  return ended;
}
