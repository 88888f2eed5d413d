import { findUser } from '@kerb/server/features/people/people.repository.ts';
import { endSecondFactor } from '@kerb/server/features/session/second-factor.ts';
import { endSignInsOfUser } from '@kerb/server/platform/auth/sign-ins.ts';
import { notFound, Problem } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** For someone who has lost telephone and codes. One's own asks for a password and a code, in Account Details. */
export async function resetSecondFactor(work: Work, id: number): Promise<void> {
  if (!(await findUser(work.tx, id))) throw notFound('user');
  if (work.actor?.userId === id) {
    throw new Problem(409, 'own-access', 'Turn off your own two-step login in Account Details.');
  }
  if (await endSecondFactor(work, id, 'reset')) await endSignInsOfUser(work.tx, id);
}
