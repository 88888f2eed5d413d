import { userById } from '@kerb/server/features/people/people.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** For a lost telephone or a stolen computer: whoever holds it is logged out. For one's own, see Account Details. */
export async function endSignIns(work: Work, id: number): Promise<void> {
  await userById(work.tx, id);
  if (work.actor?.userId === id) {
    throw new Problem(409, 'own-access', 'End your own sign-ins in Account Details.');
  }
  await endSignInsOfUser(work.tx, id);
  await record(work, { activityCode: 'user_update', userId: id, description: 'Logged out everywhere' });
}
