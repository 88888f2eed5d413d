import { userById } from '@kerb/server/features/people/people.repository.ts';
import { endSecondFactor } from '@kerb/server/features/session/second-factor.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** For a user who lost their phone and recovery codes. For one's own, Account Details needs a password and a code. */
export async function resetSecondFactor(work: Work, id: number): Promise<void> {
  await userById(work.tx, id);
  if (work.actor?.userId === id) {
    throw new Problem(409, 'own-access', 'Turn off your own two-step login in Account Details.');
  }
  if (await endSecondFactor(work, id, 'reset')) await endSignInsOfUser(work.tx, id);
}
