import type { Account } from '@kerb/domain/account/account.contract.ts';
import { type FieldErrors, fieldError } from '@kerb/domain/kernel/decision.ts';
import { checkOwnPassword } from '@kerb/server/features/session/check-password.ts';
import { judgePassword } from '@kerb/server/features/session/judge-password.ts';
import { notifyPasswordChanged } from '@kerb/server/features/session/password-links.ts';
import { setPassword } from '@kerb/server/features/session/set-password.ts';
import { hashPassword, turnOfPerson } from '@kerb/server/platform/auth/password.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { invalid } from '@kerb/server/platform/problems/problem.ts';
import { type By, inTransaction } from '@kerb/server/platform/work.ts';

type Change = {
  account: Account;
  currentPassword: string;
  newPassword: string;
  endOtherSignIns: boolean;
  /** The browser that sends the request stays logged in. */
  currentSignInId: number | null;
};

const refused = (errors: FieldErrors) => invalid(errors);

export async function changePassword(deps: Deps, by: By, change: Change): Promise<void> {
  const { account, currentPassword, newPassword, endOtherSignIns, currentSignInId } = change;
  const verdict = await judgePassword(deps, newPassword, { ...account, id: account.userId });
  if (!verdict.ok) throw refused(fieldError('newPassword', 'notValid', verdict.because));
  const person = await checkOwnPassword(deps.db, { userId: account.userId, password: currentPassword });
  if (!person) throw refused(fieldError('currentPassword', 'notValid', 'That is not your current password.'));
  const passwordHash = await hashPassword(newPassword, turnOfPerson(person.id));
  await inTransaction(deps, by, async (work) => {
    const keep = endOtherSignIns ? currentSignInId : 'all';
    await setPassword(work, { userId: person.id, passwordHash, keep });
    await notifyPasswordChanged(work, person, { isLoggedOutElsewhere: endOtherSignIns });
  });
}
